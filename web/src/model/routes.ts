// Which page an address names. Pure.

export type Route =
  | { page: "home" | "import" | "settings" | "notFound" }
  | { page: "table" | "replay" | "variation"; table: string }
  | { page: "rules" | "learn" | "analysis" | "puzzles"; game: string }
  | { page: "enter"; token: string };

/** Which page an address names. */
export function routeOf(path: string): Route {
  const [first = "", second = "", ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (rest.length > 0) return { page: "notFound" };
  if (first === "") return { page: "home" };
  if (second === "") return first === "import" || first === "settings" ? { page: first } : { page: "notFound" };
  if (first === "table" || first === "replay" || first === "variation") return { page: first, table: second };
  if (first === "rules" || first === "learn" || first === "analysis" || first === "puzzles")
    return { page: first, game: second };
  if (first === "in") return { page: "enter", token: second };
  return { page: "notFound" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
