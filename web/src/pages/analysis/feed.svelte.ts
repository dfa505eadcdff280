// What the server knows of a game's analysis: asked for once, then again and again while it is under way.
import { getAnalysis, messageOf, startAnalysis } from "../../http";
import { isUnderWay, joined, pollDelay } from "../../model/analysis";
import { user } from "../../user.svelte";
import type { AnalysisShown } from "../../wire";

export class AnalysisFeed {
  #id: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #shown = $state.raw<AnalysisShown | null>(null);
  #trouble = $state("");
  #isStarting = $state(false);
  #isKnown = $state(false);

  constructor(id: string) {
    this.#id = id;
  }

  /** Null until there is one. */
  get shown(): AnalysisShown | null {
    return this.#shown;
  }

  /** Why it could not be started or looked at. */
  get trouble(): string {
    return this.#trouble;
  }

  get isStarting(): boolean {
    return this.#isStarting;
  }

  /** Whether the server has said if there is one. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Look whether there is an analysis, and follow it. Without one, or without an answer, nothing is said. */
  async look(): Promise<void> {
    try {
      this.#take(await getAnalysis(this.#id, 0), 0);
    } catch {
      // Nobody has asked for it yet: the button says what is wrong when it is pressed.
    } finally {
      this.#isKnown = true;
    }
  }

  async start(): Promise<void> {
    this.#isStarting = true;
    this.#trouble = "";
    try {
      await user.ensureUser();
      this.#take(await startAnalysis(this.#id), 0);
    } catch (error) {
      this.#trouble = messageOf(error);
    } finally {
      this.#isStarting = false;
      this.#isKnown = true;
    }
  }

  /** Ask no more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #take(found: AnalysisShown, since: number): void {
    this.#trouble = "";
    this.#shown = found.state === "none" ? null : joined(this.#shown, found, since);
    clearTimeout(this.#timer);
    if (isUnderWay(found) && !this.#isClosed) this.#ask();
  }

  #ask(): void {
    this.#timer = setTimeout(async () => {
      const since = this.#shown?.plies.length ?? 0;
      try {
        const found = await getAnalysis(this.#id, since);
        if (!this.#isClosed) this.#take(found, since);
      } catch (error) {
        // The analysis goes on without us: what is missed now comes with the next answer.
        this.#trouble = messageOf(error);
        if (!this.#isClosed) this.#ask();
      }
    }, pollDelay(document.hidden));
  }
}
