// Friendly names for guests who did not think of one yet.

const NAMES: Record<string, { adjectives: readonly string[]; nouns: readonly string[]; nounFirst: boolean }> = {
  en: {
    adjectives: ["Patient", "Merry", "Quiet", "Swift", "Clever", "Gentle", "Bold", "Lucky", "Sunny", "Wise"],
    nouns: ["Camel", "Fennec", "Falcon", "Gazelle", "Oryx", "Jerboa", "Traveller", "Merchant", "Pilgrim", "Weaver"],
    nounFirst: false,
  },
  fr: {
    adjectives: ["tranquille", "agile", "habile", "sage", "rapide", "fidèle", "alerte", "aimable", "honnête", "drôle"],
    nouns: ["Fennec", "Faucon", "Oryx", "Dromadaire", "Nomade", "Pèlerin", "Gerboise", "Gazelle", "Caravane", "Étoile"],
    nounFirst: true,
  },
};

/** A name in the user's language; `random` gives numbers from 0 up to, not including, 1. */
export function guestName(language: string, random: () => number = Math.random): string {
  const { adjectives, nouns, nounFirst } = NAMES[language] ?? NAMES["en"]!;
  const adjective = adjectives[Math.floor(random() * adjectives.length)]!;
  const noun = nouns[Math.floor(random() * nouns.length)]!;
  return nounFirst ? `${noun} ${adjective}` : `${adjective} ${noun}`;
}
