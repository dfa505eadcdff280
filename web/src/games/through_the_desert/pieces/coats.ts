// The five coats: a pastel, and a deep shade of it for the saddle cloth. The same by day and by night.
export const COATS: Record<string, { coat: string; deep: string }> = {
  blue: { coat: "#a9cfee", deep: "#2f699c" },
  green: { coat: "#b4dda4", deep: "#3c7a35" },
  lilac: { coat: "#cfb6ec", deep: "#6d4a9c" },
  pink: { coat: "#f7b0c4", deep: "#b03a63" },
  yellow: { coat: "#fbe77e", deep: "#94700a" },
};

/** The coat as style values for a drawing. */
export function coatOf(colour: string): string {
  const { coat, deep } = COATS[colour] ?? COATS.blue!;
  return `--coat:${coat};--deep:${deep}`;
}
