// Lists in a sentence: "a, b and c". Pure.

/** The region whose habits a language follows. */
export const REGIONS: Record<string, string> = { en: "en-GB", fr: "fr-FR" };

/** "a, b and c" in a language. */
export const listed = (language: string, items: readonly string[]): string =>
  new Intl.ListFormat(REGIONS[language] ?? language).format(items);
