// Facts as sentences, by the catalogue of their game: grouped as in src/saltroad/messages/narration.py. There a line may be
// made of several plies; here each ply has its own, so that the log can go to it.
import { Marked, Rendering, type Catalogue, type Fields, type Reader } from "./catalogue";
import type { Parts } from "./parts";

/** A fact as it comes over the wire: its kind is the id of its message, its other fields are the values. */
export interface FactShown {
  readonly kind: string;
}

const subjectOf = (event: FactShown): unknown => (event as { seat?: unknown }).seat;
const fieldsOf = (fact: FactShown): Fields => ({ ...fact });

/**
 * The lines of events: one for each player in turn with what followed from what they did, and one for each event that
 * belongs to no player. `consequences` are the kinds of events that only follow from others.
 */
export function narrate(
  catalogue: Catalogue,
  events: readonly FactShown[],
  consequences: ReadonlySet<string>,
  reader: Reader,
): Parts[] {
  const runs: FactShown[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run && (consequences.has(event.kind) || isSame(event, run[0]!))) run.push(event);
    else runs.push([event]);
  }
  return runs.map((run) => lineOf(catalogue, run, reader));
}

const isSame = (event: FactShown, other: FactShown): boolean => subjectOf(event) === subjectOf(other);

/** The clauses of the player in a row are one sentence; what follows from them is one of its own. */
function lineOf(catalogue: Catalogue, run: readonly FactShown[], reader: Reader): Parts {
  const rendering = new Rendering(catalogue, reader);
  const seat = subjectOf(run[0]!);
  const told: string[] = [];
  let clauses: string[] = [];
  const close = () => {
    if (clauses.length === 0) return;
    told.push(rendering.text("told", { seat, clauses: new Marked(catalogue.listed(clauses)) }));
    clauses = [];
  };
  for (const event of run) {
    const text = rendering.text(event.kind, fieldsOf(event));
    if (subjectOf(event) !== undefined) clauses.push(text);
    else {
      close();
      told.push(text);
    }
  }
  close();
  return rendering.parts(told.join(" "));
}

/** What is asked: to the seat itself, or to those who wait for it. */
export function ask(catalogue: Catalogue, question: FactShown, reader: Reader): Parts {
  return catalogue.format(question.kind, fieldsOf(question), reader);
}

/** A suggestion: "You could place a pink camel on f4." */
export function suggest(catalogue: Catalogue, advice: FactShown, reader: Reader): Parts {
  const rendering = new Rendering(catalogue, reader);
  const text = rendering.text(advice.kind, fieldsOf(advice));
  return rendering.parts(rendering.text("could", { advice: new Marked(text) }));
}

/** A suggestion as a clause, to be set after a colon or in a list: "place a pink camel on f4". */
export function advise(catalogue: Catalogue, advice: FactShown, reader: Reader): Parts {
  return catalogue.format(advice.kind, fieldsOf(advice), reader);
}

/** Why a move costs something: "This leaves the oasis on f4 to Zahra (−5 points)." */
export function reason(catalogue: Catalogue, reasons: readonly FactShown[], reader: Reader): Parts {
  const rendering = new Rendering(catalogue, reader);
  const clauses = reasons.map((one) => rendering.text(one.kind, reasonFields(rendering, one)));
  return rendering.parts(rendering.text("reason", { clauses: new Marked(catalogue.listed(clauses)) }));
}

/** A prize is named by a message of the game, which says which one it is. */
function reasonFields(rendering: Rendering, fact: FactShown): Fields {
  const { prize, at, ...others } = fieldsOf(fact);
  if (prize === undefined) return fieldsOf(fact);
  return { ...others, prize: new Marked(rendering.text(`prize-${String(prize)}`, { at })) };
}

/** Why an action is legal or not; a game without a message for it tells the reason as it is named. */
export function justify(
  catalogue: Catalogue,
  verdict: { rule: string; reason: string; params: Fields },
  reader: Reader,
): Parts {
  const id = `${verdict.rule}-${verdict.reason}`;
  if (catalogue.has(id)) return catalogue.format(id, verdict.params, reader);
  const params = Object.entries(verdict.params).map(([name, value]) => `${name} ${String(value)}`);
  return [[verdict.reason.replaceAll("_", " "), params.join(", ")].filter(Boolean).join(": ")];
}
