// Tells the facts of one game in one language. Loaded when a board is looked at: what makes sentences is not small.
import type {
  AnalysedMove,
  AnalysedPly,
  Explained,
  GameMessages,
  Happened,
  Hinted,
  GameQuestion,
  Refused,
} from "../wire";
import { Catalogue, MessageFault, NOBODY_KNOWN, type Reader } from "./catalogue";
import { advise, ask, justify, narrate, reason, suggest } from "./narration";
import type { Parts } from "./parts";

export class Narrator {
  #catalogue: Catalogue;
  #consequences: ReadonlySet<string>;
  /** The lines of each ply, kept as long as the ply is: a log is long, and all of it is drawn again with each update. */
  #told = new WeakMap<Happened, { readers: string; lines: readonly Parts[] }>();

  constructor(messages: GameMessages) {
    this.#catalogue = new Catalogue(messages.language, messages.ftl);
    this.#consequences = new Set(messages.consequences);
  }

  /** The lines of a ply; none where there is nothing to tell. */
  happened(ply: Happened, reader: Reader): readonly Parts[] {
    const readers = JSON.stringify(reader);
    const kept = this.#told.get(ply);
    if (kept?.readers === readers) return kept.lines;
    const lines = safely([[ply.action]], () => narrate(this.#catalogue, ply.events, this.#consequences, reader));
    this.#told.set(ply, { readers, lines });
    return lines;
  }

  asks(question: GameQuestion, reader: Reader): Parts {
    return safely([], () => ask(this.#catalogue, question, reader));
  }

  hint(hinted: Hinted, reader: Reader): Parts {
    return safely([hinted.action], () => suggest(this.#catalogue, hinted.advice, reader));
  }

  /** A move that was compared with others, as a clause: "place a pink camel on f4". */
  move({ action, advice }: Pick<AnalysedMove, "action" | "advice">, reader: Reader): Parts {
    return safely([action], () => advise(this.#catalogue, advice, reader));
  }

  /** Why a move costs something; nothing where no reason is known. */
  reason(reasons: NonNullable<AnalysedPly["reason"]>, reader: Reader): Parts {
    return reasons.length === 0 ? [] : safely([], () => reason(this.#catalogue, reasons, reader));
  }

  /** Why an action is legal or not. */
  verdict(explained: Pick<Explained, "rule" | "reason" | "params">, reader: Reader): Parts {
    return safely([explained.rule], () => justify(this.#catalogue, explained, reader));
  }

  /** Why something cannot be done. */
  refused(refused: Refused, reader: Reader): Parts {
    const { code, rule, reason, params } = refused;
    if (rule !== null && reason !== null) return this.verdict({ rule, reason, params }, reader);
    return safely([code], () => this.#catalogue.format(`refused-${code}`, params, reader));
  }

  /** Why the server cannot store what is done. */
  storing(cause: string): Parts {
    return safely([cause], () => this.#catalogue.format(`storage-${cause}`));
  }

  /** A word of the game, such as `label-held` for a source of points; null if it has none. */
  word(id: string): string | null {
    return this.#catalogue.has(id) ? this.#catalogue.format(id, {}, NOBODY_KNOWN).join("") : null;
  }
}

/** Make a sentence, or log a fault of the catalogue and return `instead`, so that the table can be played on. */
function safely<Told>(instead: Told, tell: () => Told): Told {
  try {
    return tell();
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    console.error(error.message);
    return instead;
  }
}
