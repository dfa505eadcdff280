// The games that the server offers: its list, the only one there is in the browser. The last answer is kept for the
// next first paint, and for pages that are looked at offline.
import { getGames } from "./http";
import type { GameShown } from "./wire";

const KEY = "saltroad.games";

class Games {
  list: readonly GameShown[] = $state.raw(kept());
  /** Whether the server has answered in this visit. */
  isCurrent = $state(false);

  /** Ask the server for the list. */
  async refresh(): Promise<void> {
    this.list = await getGames();
    this.isCurrent = true;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.list));
    } catch {
      // A browser that keeps nothing asks again on the next visit.
    }
  }

  find(name: string): GameShown | undefined {
    return this.list.find((game) => game.name === name);
  }

  /** Whether the server has no such game. False while that is not known. */
  lacks(name: string): boolean {
    return this.isCurrent && !this.find(name);
  }
}

function kept(): GameShown[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as GameShown[]) : [];
  } catch {
    return [];
  }
}

export const games = new Games();
