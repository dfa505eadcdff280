// One open table: what is known of it, what is on its way, and everything that a page may ask of it.
import { saidInWords } from "../boards";
import { takePart, type Part } from "../dice/part";
import { noteAgreed } from "../dice/receipts";
import { getTable, Trouble } from "../http";
import { language } from "../locale.svelte";
import { reader } from "../me.svelte";
import { notices } from "../notices.svelte";
import { m } from "../paraglide/messages";
import { applied, follows, heard, saidSince, type Known } from "../shown/known";
import { isDeclined, wentBackTo } from "../shown/news";
import { fateOf, type Pending } from "../shown/pending";
import { recentOf } from "../shown/recent";
import { namesOf } from "../shown/seats";
import { knock } from "../sound";
import type { Answer, Chat, ChatLineShown, Explained, Hinted, Pulse, Refused, Reply, StorageStatus, Update } from "../wire";
import { noticeWords } from "../words";
import { Broken, Line, type Ask, type LineState } from "./line";

/** Refusals that mean: not now. */
const BUSY = new Set(["too_fast", "not_stored", "no_database", "moving"]);

export class OpenTable {
  readonly id: string;
  known: Known | null = $state.raw(null);
  chat: ChatLineShown[] = $state.raw([]);
  line: LineState = $state("connecting");
  /** The move that is on its way. */
  pending: Pending | null = $state.raw(null);
  hint: Hinted | null = $state.raw(null);
  /** Why the server cannot store what is done, while it cannot. */
  trouble = $state("");
  /** Why there is no such table, once that is known. */
  gone = $state("");
  /** How far this machine's clock is behind the server's, in milliseconds. */
  behind = $state(0);
  /** How this browser stands to the dice, before the game. */
  part: Part = $state("none");
  recent = $derived(this.known ? recentOf(this.known.log, this.known.seat) : []);

  #line: Line;
  #spoken = language();
  #broken: Pending | null = null;
  #whenHeard: (() => void)[] = [];
  #isLeft = false;
  #isTakingPart = false;
  /** The reader's own wish is being withdrawn: when it goes, nobody declined it. */
  #withdraws = false;

  constructor(id: string) {
    this.id = id;
    this.#line = new Line({
      address: () => this.#address(),
      heard: (message) => this.#heard(message),
      changed: (state) => this.#changed(state),
      sentAway: () => void this.#sentAway(),
    });
  }

  close(): void {
    this.#isLeft = true;
    this.#line.close();
  }

  /** The language changed: hear the whole table again in the new one. */
  respeak(): void {
    if (this.#spoken === language()) return;
    this.#spoken = language();
    this.#line.reopen();
  }

  /** The reader is somebody else now: connect anew, and go on when the line is open. */
  reborn(): Promise<void> {
    this.known = null;
    return new Promise((resolve) => {
      this.#whenHeard.push(resolve);
      this.#line.reopen();
    });
  }

  /** Play an action. One at a time: a second click while one is on its way does nothing. */
  async act(action: string): Promise<void> {
    const known = this.known;
    if (!known || known.seat === null || this.pending) return;
    const pending = { ply: known.ply, action, seat: known.seat, revision: known.revision };
    this.pending = pending;
    this.hint = null;
    try {
      const reply = await this.#line.ask({ type: "act", ply: known.ply, action, revision: known.revision });
      const isSettled = reply.type === "refused" || (this.known !== null && this.known.ply > pending.ply);
      // An answer may come after the update that shows the move, when the next one is on its way already.
      if (isSettled && this.pending === pending) this.pending = null;
      if (reply.type === "refused") void this.#refused(reply);
    } catch {
      if (this.pending !== pending) return;
      // Whether it was stored is known when the line is back; until then the board keeps it as on its way.
      this.#broken = pending;
    }
  }

  /** Why is an action possible or not? Null when nobody can say just now. */
  explain = async (action: string): Promise<Explained | null> => {
    const reply = await this.ask({ type: "explain", ply: this.known?.ply ?? 0, action });
    return reply?.type === "explained" ? reply : null;
  };

  async askHint(): Promise<void> {
    const reply = await this.ask({ type: "hint", ply: this.known?.ply ?? 0 });
    if (reply?.type === "hinted" && reply.ply === this.known?.ply) this.hint = reply;
  }

  /** Agree to what is asked, or not; whoever asked withdraws it so. */
  async answer(agree: boolean): Promise<void> {
    const asked = this.known?.asked;
    if (!asked) return;
    this.#withdraws = !agree && asked.seat === this.known?.seat;
    const { what, to_ply } = asked;
    if (agree && asked.redraw) noteAgreed(reader.me?.id ?? "", this.id, to_ply, true);
    if (!(await this.ask({ type: "answer", what: what as Answer["what"], to_ply, agree }))) this.#withdraws = false;
  }

  /** Ask to take the last move back and to draw anew what chance has decided since. */
  async askRedraw(): Promise<void> {
    const known = this.known;
    const to = known?.log.findLastIndex((happened) => happened.actor === known.seat) ?? -1;
    if (!known || to < 0) return;
    const person = reader.me?.id ?? "";
    // Noted before it is asked for: with nobody else to ask it is done before the answer comes.
    noteAgreed(person, this.id, to, true);
    if (!(await this.ask({ type: "ask_back", ply: known.ply, redraw: true }))) noteAgreed(person, this.id, to, false);
  }

  /** Ask anything; a refusal is told at once, and null comes back when it was refused or the line is broken. */
  async ask(message: Ask): Promise<Reply | null> {
    try {
      const reply = await this.#line.ask(message);
      if (reply.type === "refused") {
        void this.#refused(reply);
        return null;
      }
      return reply;
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      // Whoever left the page, as for the next game, does not wait for this answer.
      if (this.#isLeft) return null;
      notices.tell(m.table_not_sent(), "bad");
      return null;
    }
  }

  async #refused(reply: Refused): Promise<void> {
    notices.tell(await this.#inWords(reply.sentence), "bad", reply.rule);
  }

  /** Letters for pieces mean little to whoever hears them. */
  #inWords(sentence: string): Promise<string> {
    return this.known ? saidInWords(this.known.game, sentence, namesOf(this.known.seats)) : Promise.resolve(sentence);
  }

  #address(): string {
    const base = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    const sameLanguage = this.#heardIn === this.#spoken;
    const query = new URLSearchParams({ language: this.#spoken });
    if (this.known && sameLanguage) {
      query.set("revision", String(this.known.revision));
      query.set("seen", String(this.known.log.length));
    }
    return `${base}/api/tables/${encodeURIComponent(this.id)}/socket?${query}`;
  }

  /** The server's time when this table was first heard of: what was noted before is not told as news. */
  #since = Infinity;
  /** The language in which the log that is known was heard. */
  #heardIn = "";
  /** The numbers of the last update and the last line of chat that this connection has carried. */
  #last = 0;
  #lastLine = 0;

  #changed(state: LineState): void {
    this.line = state;
    if (state === "connecting") {
      this.#last = this.#lastLine = 0;
      this.trouble = ""; // told again, if it lasts
    }
    if (state === "waiting" && !this.known) void this.#ask();
  }

  /** Whoever was logged out elsewhere is told so; the line comes back for whoever they are now. */
  async #sentAway(): Promise<void> {
    const before = reader.me?.id;
    try {
      await reader.recognise();
    } catch {
      return; // The line tells of a server that does not answer.
    }
    if (reader.me?.id === before) return;
    this.known = null;
    notices.tell(m.logged_out_here(), "bad");
    this.#line.reopen();
  }

  /** A browser is not told why a line was refused; over HTTP it is. */
  async #ask(): Promise<void> {
    try {
      await getTable(this.id);
    } catch (error) {
      if (!(error instanceof Trouble) || error.code === "offline" || error.code.startsWith("status_")) return;
      this.gone = error.message;
      this.close();
    }
  }

  #heard(message: Update | Chat | Pulse | StorageStatus): void {
    if (message.type === "update") return this.#update(message);
    if (message.type === "chat") return this.#chat(message);
    if (message.type === "storing") return this.#storing(message);
    if (message.number > this.#last || message.line > this.#lastLine) this.#line.reopen();
  }

  #update(update: Update): void {
    const order = follows(this.#last, update);
    if (order === "old") return;
    if (order === "gap") return this.#line.reopen();
    this.#last = update.number;
    if (this.#since === Infinity) this.#since = update.clocks.at;
    const before = this.known;
    const known = applied(before, update);
    if (!known) {
      // Something before it is missing: begin from nothing.
      this.known = null;
      return this.#line.reopen();
    }
    this.known = known;
    if (update.first_ply === 0) this.#heardIn = this.#spoken;
    this.behind = Date.now() - update.clocks.at;
    if (this.hint && this.hint.ply !== known.ply) this.hint = null;
    this.#settle(known);
    if (known.deal) void this.#takePart();
    if (before) this.#tell(before, known);
    for (const resolve of this.#whenHeard.splice(0)) resolve();
  }

  /** The browser's own part in the dice: once for each state of the table that is shown, one after the other. */
  async #takePart(): Promise<void> {
    if (this.#isTakingPart) return;
    this.#isTakingPart = true;
    try {
      for (let seen: Known | null = null; seen !== this.known && this.known && reader.me && !this.#isLeft; ) {
        seen = this.known;
        this.part = await takePart(reader.me.id, seen, (message) => this.#send(message));
      }
    } finally {
      this.#isTakingPart = false;
    }
  }

  /** Send what the reader knows nothing of. If the server cannot take it just now, all is looked at again in a moment. */
  async #send(message: Ask): Promise<boolean> {
    try {
      const reply = await this.#line.ask(message);
      if (reply.type !== "refused") return true;
      if (BUSY.has(reply.code)) setTimeout(() => void this.#takePart(), 1000);
    } catch (error) {
      // The line broke: when it is back, an update comes.
      if (!(error instanceof Broken)) throw error;
    }
    return false;
  }

  /** A move on its way is settled by what the log says of it. */
  #settle(known: Known): void {
    const pending = this.pending;
    if (!pending) return;
    if (this.#broken) {
      const stored = fateOf(this.#broken, known) === "stored";
      notices.tell(stored ? m.table_move_stored() : m.table_move_lost(), stored ? "good" : "bad");
      notices.speak(stored ? m.table_move_stored() : m.table_move_lost());
      this.#broken = null;
      this.pending = null;
    } else if (known.ply > pending.ply || known.revision !== pending.revision) {
      this.pending = null;
    }
  }

  #tell(before: Known, known: Known): void {
    const back = wentBackTo(before, known);
    if (back !== null) {
      const told = m.table_went_back({ move: back });
      void this.#inWords(saidSince(known, back)).then((said) => notices.speak(`${told} ${said}`.trim()));
    } else if (known.revision === before.revision && known.ply > before.ply) {
      void this.#inWords(saidSince(known, before.ply)).then((said) => notices.speak(said));
      knock("place");
    }
    if (isDeclined(before, known) && !this.#withdraws) {
      notices.tell(m.asked_declined());
      notices.speak(m.asked_declined());
    }
    if (!known.asked) this.#withdraws = false;
    if (known.state === "over" && before.state !== "over") knock("end");
    else if (known.seat !== null && known.actor === known.seat && before.actor !== known.seat) knock("turn");
  }

  #storing(storing: StorageStatus): void {
    if (storing.works) notices.tell(storing.sentence, "good");
    this.trouble = storing.works ? "" : storing.sentence;
  }

  #chat(chat: Chat): void {
    this.#lastLine = Math.max(this.#lastLine, ...chat.lines.map((line) => line.number));
    const before = this.chat;
    this.chat = heard(this.chat, chat);
    const fresh = this.chat.filter((line) => !before.some((known) => known.number === line.number));
    if (before.length > 0 && fresh.some((line) => line.notice === null)) knock("word");
    const names = namesOf(this.known?.seats ?? []);
    const told = fresh.filter((line) => line.at > this.#since).map((line) => noticeWords(line, names));
    if (told.some(Boolean)) notices.speak(told.filter(Boolean).join(" "));
  }
}
