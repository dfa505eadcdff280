// What the server says of a variation: the position it leads to, and what the engine thinks of it.
import { analyseVariation, askVariation, messageOf, RequestError } from "../../http";
import type { Variation } from "../../model/variation";
import { user } from "../../user.svelte";
import type { AnalysedPosition, Explained, VariationShown } from "../../wire";

/** The engine is asked again after so many milliseconds where it was not ready. */
const LATER = 2000;
/** Visits of each move in the engine's first look, which takes a moment; the second one is as deep as the server lets it. */
const AT_FIRST = 100;
/** One page asks for one position at a time: a newer question takes the place of the one before. */
const PAGE = Math.random().toString(36).slice(2, 12);

export class VariationFeed {
  #shown: VariationShown | null = $state.raw(null);
  #trouble = $state("");
  #isBusy = $state(false);
  #analysed: AnalysedPosition | null = $state.raw(null);
  #engineTrouble = $state("");
  #isThinking = $state(false);
  /** Counts the questions: an answer that comes after a newer question is dropped. */
  #asked = 0;
  /** Ends the question to the engine that is under way: only the newest one is waited for. */
  #thinking = new AbortController();

  /** The position; null until the first answer. */
  get shown(): VariationShown | null {
    return this.#shown;
  }

  get trouble(): string {
    return this.#trouble;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** What the engine thinks of the position that is shown; null until it has looked. */
  get analysed(): AnalysedPosition | null {
    return this.#analysed;
  }

  get engineTrouble(): string {
    return this.#engineTrouble;
  }

  get isThinking(): boolean {
    return this.#isThinking;
  }

  /** Ask for the position that a variation leads to. With bots it is asked for as long as they have to play. */
  async load(variation: Variation): Promise<void> {
    const asked = ++this.#asked;
    this.#isBusy = true;
    this.#trouble = "";
    this.forget();
    try {
      if (variation.bots || "game" in variation.origin) await user.ensureUser();
      let actions = variation.actions;
      for (;;) {
        const found = await askVariation({ ...variation, actions });
        if (asked !== this.#asked) return;
        this.#shown = found;
        if (!found.waits) break;
        actions = found.actions;
      }
    } catch (error) {
      if (asked === this.#asked) this.#trouble = messageOf(error);
    } finally {
      if (asked === this.#asked) this.#isBusy = false;
    }
  }

  /** Have the engine look at the position. */
  async think(variation: Variation): Promise<void> {
    this.forget();
    this.#isThinking = true;
    const { signal } = this.#thinking;
    try {
      for (const nodes of [AT_FIRST, 0]) {
        const found = await this.#analyse(variation, { nodes }, signal);
        if (signal.aborted) return;
        this.#analysed = found;
        if (found.nodes === found.most_nodes) return;
      }
    } catch (error) {
      if (!signal.aborted) this.#engineTrouble = messageOf(error);
    } finally {
      if (!signal.aborted) this.#isThinking = false;
    }
  }

  /** How good a move is in this position; null where a newer question has taken its place. */
  async judge(variation: Variation, move: string): Promise<AnalysedPosition | null> {
    this.forget();
    const { signal } = this.#thinking;
    try {
      return await this.#analyse(variation, { move }, signal);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** While the engine is not ready it is asked again. */
  async #analyse(
    variation: Variation,
    how: { move?: string; nodes?: number },
    signal: AbortSignal,
  ): Promise<AnalysedPosition> {
    await user.ensureUser();
    for (;;) {
      try {
        return await analyseVariation(variation, { page: PAGE, ...how }, signal);
      } catch (error) {
        if (!(error instanceof RequestError) || error.code !== "analysis_late") throw error;
        await new Promise((resolve) => setTimeout(resolve, LATER));
        if (signal.aborted) throw error;
      }
    }
  }

  /** Why not? Played for the answer only, since nothing of a variation is stored. */
  async explain(variation: Variation, action: string): Promise<Explained | null> {
    const verdict: Explained = { type: "explained", to: 0, action, legal: true, rule: "", reason: "", params: {} };
    try {
      await askVariation({ ...variation, actions: [...variation.actions, action], bots: "" });
      return verdict;
    } catch (error) {
      if (!(error instanceof RequestError) || error.rule === null) return null;
      return { ...verdict, legal: false, rule: error.rule, reason: error.reason ?? "", params: error.params };
    }
  }

  /** What the engine said is of another position, and what it is asked is wanted no more. */
  forget(): void {
    this.#thinking.abort();
    this.#thinking = new AbortController();
    this.#analysed = null;
    this.#engineTrouble = "";
    this.#isThinking = false;
  }
}
