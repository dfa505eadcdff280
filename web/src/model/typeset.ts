// Sentences of the server as they are set: no line begins with a sign that belongs to what stands before it. French has
// a narrow space before : ; ? ! and inside «», which must not break. Our own messages are written so; a check fails else.
const NARROW = "\u202f";

export const typeset = (text: string): string =>
  text.replaceAll(/(?<=\S) (?=[:;?!»])/g, NARROW).replaceAll(/« /g, `«${NARROW}`);
