// How strong the bots of a quick game are: chosen on the home page, and kept in this browser.
const KEY = "saltroad.level";

class Level {
  #chosen = $state(kept());

  /** The chosen one of these bots, which come from the weakest to the strongest; the middle one if none was chosen. */
  of(bots: readonly string[]): string {
    return bots.includes(this.#chosen) ? this.#chosen : (bots[Math.floor(bots.length / 2)] ?? "greedy");
  }

  choose(bot: string): void {
    this.#chosen = bot;
    try {
      localStorage.setItem(KEY, bot);
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  }
}

function kept(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export const level = new Level();
