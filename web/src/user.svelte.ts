// The current user and their settings: stored on the server, and in this browser for the next first paint.
import { changeMe, createGuest, getMe } from "./http";
import { language, speak } from "./locale.svelte";
import { guestName } from "./model/guestNames";
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

class CurrentUser {
  /** undefined until the server has answered; null for a visitor without a name. */
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
  async load(): Promise<void> {
    this.become(await getMe());
  }

  /** Take on another identity; null for none. */
  become(me: Me | null): void {
    this.me = me;
    if (me) this.#applySettings(me.settings);
  }

  /** The user, made a guest with a name in their language if they have none: a player needs one. */
  async ensureUser(name?: string): Promise<Me> {
    if (this.me) return this.me;
    const chosen = this.settings;
    this.me = await createGuest(name ?? guestName(language()));
    if (JSON.stringify(chosen) !== JSON.stringify(this.me.settings)) {
      this.become(await changeMe({ settings: chosen }));
    }
    return this.me;
  }

  async rename(name: string): Promise<void> {
    if (this.me) this.become(await changeMe({ name }));
    else await this.ensureUser(name);
  }

  /** A setting holds at once; a person's are kept on the server too. */
  async changeSettings(change: Partial<PersonSettings>): Promise<void> {
    this.#applySettings({ ...this.settings, ...change });
    if (!this.me) return;
    // One request after the other: of two at once, the older could be stored last.
    const saved = this.#saving.then(async () => {
      this.me = await changeMe({ settings: this.settings });
    });
    this.#saving = saved.catch(() => undefined);
    await saved;
  }

  #saving: Promise<void> = Promise.resolve();

  #applySettings(settings: PersonSettings): void {
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

export const user = new CurrentUser();
