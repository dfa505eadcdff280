// The narrators of the games: one fetch for each game and language, then kept. None is there on pages without a board.
import { SvelteMap } from "svelte/reactivity";
import { getMessages, messageOf } from "../http";
import { language } from "../locale.svelte";
import type { Narrator } from "./narrator";

class Narrators {
  #asked = new Map<string, Promise<Narrator>>();
  #there = new SvelteMap<string, Narrator>();
  /** The last one of each game, in whichever language. */
  #last = new SvelteMap<string, Narrator>();
  #troubles = new SvelteMap<string, string>();

  /** The one in the user's language, once it is there. Until then, after a change of language, the one of before. */
  of(game: string): Narrator | null {
    return this.#there.get(`${game} ${language()}`) ?? this.#last.get(game) ?? null;
  }

  /** Why there is none, if the server could not be asked. */
  troubleOf(game: string): string {
    return this.#troubles.get(game) ?? "";
  }

  /** Fetch the one in the user's language, unless it is there or on its way. */
  load(game: string): Promise<Narrator> {
    const key = `${game} ${language()}`;
    const asked = this.#asked.get(key) ?? this.#fetch(game, key);
    this.#asked.set(key, asked);
    return asked;
  }

  async #fetch(game: string, key: string): Promise<Narrator> {
    try {
      const [{ Narrator }, messages] = await Promise.all([import("./narrator"), getMessages(game)]);
      const narrator = new Narrator(messages);
      this.#there.set(key, narrator);
      this.#last.set(game, narrator);
      this.#troubles.delete(game);
      return narrator;
    } catch (error) {
      // What failed is asked for again.
      this.#asked.delete(key);
      this.#troubles.set(game, messageOf(error));
      throw error;
    }
  }
}

export const narrators = new Narrators();
