// Who the reader is, and how they want it: kept on the server for a person, and here for the next first paint.
import { changeMe, comeIn, getMe } from "./http";
import { language, speak } from "./locale.svelte";
import { guestName } from "./shown/names";
import type { Me, PersonSettings } from "./wire";

const KEY = "saltroad.settings";
const DEFAULTS: PersonSettings = { language: "", theme: "", symbols: "marked", animation: true, sound: false };

function kept(): PersonSettings {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<PersonSettings>;
    // What an earlier version kept and this one does not know would be refused by the server.
    const known = Object.entries(found).filter(([name]) => name in DEFAULTS);
    return { ...DEFAULTS, ...(Object.fromEntries(known) as Partial<PersonSettings>) };
  } catch {
    return DEFAULTS;
  }
}

class Reader {
  /** undefined while nobody knows yet; null for somebody without a name. */
  me: Me | null | undefined = $state.raw(undefined);
  settings: PersonSettings = $state.raw(kept());
  #reduced = matchMedia("(prefers-reduced-motion: reduce)");
  #wantsStill = $state(this.#reduced.matches);
  /** No animation, by the setting or by the system. */
  still = $derived(this.#wantsStill || !this.settings.animation);

  constructor() {
    this.#reduced.addEventListener("change", () => (this.#wantsStill = this.#reduced.matches));
    this.#apply();
  }

  /** Ask the server who this is. */
  async recognise(): Promise<void> {
    this.became(await getMe());
  }

  /** From now on the reader is this person, or nobody. */
  became(me: Me | null): void {
    this.me = me;
    if (me) this.#take(me.settings);
  }

  /** Whoever plays has a name: give a guest one, in their language. */
  async someone(name?: string): Promise<Me> {
    if (this.me) return this.me;
    const chosen = this.settings;
    this.me = await comeIn(name ?? guestName(language()));
    if (JSON.stringify(chosen) !== JSON.stringify(this.me.settings)) {
      this.became(await changeMe({ settings: chosen }));
    }
    return this.me;
  }

  async rename(name: string): Promise<void> {
    if (this.me) this.became(await changeMe({ name }));
    else await this.someone(name);
  }

  /** A setting holds at once; a person's are kept on the server too. */
  async set(change: Partial<PersonSettings>): Promise<void> {
    const settings = { ...this.settings, ...change };
    this.#take(settings);
    if (this.me) this.me = await changeMe({ settings });
  }

  #take(settings: PersonSettings): void {
    this.settings = settings;
    this.#apply();
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that keeps nothing still has it for this visit.
    }
  }

  #apply(): void {
    const root = document.documentElement;
    if (this.settings.theme) root.dataset.theme = this.settings.theme;
    else delete root.dataset.theme;
    if (this.settings.symbols === "plain") root.dataset.symbols = "plain";
    else delete root.dataset.symbols;
    if (this.settings.animation) delete root.dataset.still;
    else root.dataset.still = "";
    if (this.settings.language && this.settings.language !== language()) speak(this.settings.language);
  }
}

export const reader = new Reader();
