// Typesetting of sentences that are written plainly, as in a terminal: no line begins with a sign that belongs to what
// stands before it, and apostrophes are round. French has a narrow space before : ; ? ! and inside «», which must not
// break. The page's own messages are written so; a check fails else.
const NARROW = "\u202f";

/** An apostrophe within a word, or beside a name or piece, whose place a private-use character marks. */
const APOSTROPHE = /(?<=[\p{L}\p{Co}])'(?=[\p{L}\p{Co}])/gu;

export const typeset = (text: string): string =>
  text
    .replaceAll(/(?<=\S) (?=[:;?!»])/g, NARROW)
    .replaceAll(/« /g, `«${NARROW}`)
    .replaceAll(APOSTROPHE, "’");
