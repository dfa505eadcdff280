// The language: from the browser at first, then as chosen. Every message reads it through a rune, so that a change is
// on the screen at once, without a new page.
import { baseLocale, isLocale, locales, overwriteGetLocale, type Locale } from "./paraglide/runtime";

const KEY = "saltroad.language";

function ofBrowser(): Locale {
  for (const language of navigator.languages) {
    const short = language.slice(0, 2).toLowerCase();
    if (isLocale(short)) return short;
  }
  return baseLocale;
}

function kept(): Locale | null {
  try {
    const language = localStorage.getItem(KEY);
    return isLocale(language) ? language : null;
  } catch {
    return null;
  }
}

const first = kept() ?? ofBrowser();
let current: Locale = $state(first);

overwriteGetLocale(() => current);
document.documentElement.lang = first;

export { locales, type Locale };

export function language(): Locale {
  return current;
}

/** Speak another language from now on; "" for the browser's own. */
export function speak(wanted: string): void {
  current = isLocale(wanted) ? wanted : ofBrowser();
  document.documentElement.lang = current;
  try {
    if (isLocale(wanted)) localStorage.setItem(KEY, wanted);
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing uses it for this visit.
  }
}
