// An open table: its state as last told by the server, the move in flight, and every request that a page can make.
import { loadPieces } from "../games";
import { takePart, type Part } from "../dice/part";
import { noteAgreed } from "../dice/receipts";
import { getTable, RequestError } from "../http";
import type { Reader } from "../messages/catalogue";
import type { Narrator } from "../messages/narrator";
import { narrators } from "../messages/narrators.svelte";
import { inWords, type Parts } from "../messages/parts";
import { user } from "../user.svelte";
import { notices } from "../notices.svelte";
import { m } from "../paraglide/messages";
import { applied, orderOf, heard, toldSince, type Known } from "../model/tableState";
import { isDeclined, wentBackTo } from "../model/stateChanges";
import { fateOf, type Pending } from "../model/pending";
import { recentOf } from "../model/recent";
import { namesOf } from "../model/seats";
import { LONG_PAUSE, reloadOnce } from "../reload";
import { playSound } from "../sound";
import { WIRE_VERSION, type ChatLineShown as ChatLine } from "../wire";
import type { Answer, Chat, Explained, Hinted, Happened, Pulse, Refused, Reply, StorageStatus, Update } from "../wire";
import { noticeWords, shownSeats } from "../words";
import { Connection, ConnectionLost, type Ask, type ConnectionState } from "./connection";

/** Refusals after which a retry in a moment makes sense. */
const BUSY = new Set(["too_fast", "not_stored", "no_database", "moving"]);

export class OpenTable {
  readonly id: string;
  known: Known | null = $state.raw(null);
  chat: ChatLine[] = $state.raw([]);
  connection: ConnectionState = $state("connecting");
  /** The move that is on its way. */
  pending: Pending | null = $state.raw(null);
  hint: Hinted | null = $state.raw(null);
  /** Why the server cannot store what is done, as a cause that a narrator tells; empty while it can. */
  trouble = $state("");
  /** Why there is no such table, once that is known. */
  gone = $state("");
  /** How far this machine's clock is behind the server's, in milliseconds. */
  behind = $state(0);
  /** The part of this browser in the dice, before the game. */
  part: Part = $state("none");
  recent = $derived(this.known ? recentOf(this.known.log, this.known.seat) : []);
  /** The reader of questions, hints and refusals, who is addressed. */
  reader: Reader = $derived({ names: namesOf(shownSeats(this.known?.seats ?? [])), you: this.known?.seat ?? null });
  /** The log is the same for everybody: it names all players. */
  reporter: Reader = $derived({ names: this.reader.names, you: null });

  #connection: Connection;
  #broken: Pending | null = null;
  #whenHeard: (() => void)[] = [];
  #isLeft = false;
  #isTakingPart = false;
  /** The user is withdrawing a request of their own: its end is not a refusal. */
  #withdraws = false;

  constructor(id: string) {
    this.id = id;
    this.#connection = new Connection({
      url: () => this.#url(),
      onMessage: (message) => this.#receive(message),
      onStateChange: (state) => this.#stateChanged(state),
      onDismissed: () => void this.#dismissed(),
      onOutdated: () => void this.#outdated(),
    });
  }

  close(): void {
    this.#isLeft = true;
    this.#connection.close();
  }

  /** Reconnect with the session that the user has just been given; resolves with the first update. */
  reconnectAsNewUser(): Promise<void> {
    this.known = null;
    return new Promise((resolve) => {
      this.#whenHeard.push(resolve);
      this.#connection.reopen();
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
      const reply = await this.#connection.ask({ type: "act", ply: known.ply, action, revision: known.revision });
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

  /** Why is an action possible or not? Null while the server cannot be asked. */
  explain = async (action: string): Promise<Explained | null> => {
    const reply = await this.ask({ type: "explain", ply: this.known?.ply ?? 0, action });
    return reply?.type === "explained" ? reply : null;
  };

  async askHint(): Promise<void> {
    const reply = await this.ask({ type: "hint", ply: this.known?.ply ?? 0 });
    if (reply?.type === "hinted" && reply.ply === this.known?.ply) this.hint = reply;
  }

  /** Agree to the open request, or not; the player who made it withdraws it so. */
  async answer(agree: boolean): Promise<void> {
    const asked = this.known?.asked;
    if (!asked) return;
    this.#withdraws = !agree && asked.seat === this.known?.seat;
    const { what, to_ply } = asked;
    if (agree && asked.redraw) noteAgreed(user.me?.id ?? "", this.id, to_ply, true);
    if (!(await this.ask({ type: "answer", what: what as Answer["what"], to_ply, agree }))) this.#withdraws = false;
  }

  /** Ask to take the last move back and to draw anew what chance has decided since. */
  async askRedraw(): Promise<void> {
    const known = this.known;
    const to = known?.log.findLastIndex((happened) => happened.actor === known.seat) ?? -1;
    if (!known || to < 0) return;
    const person = user.me?.id ?? "";
    // Noted before the request: where no other player has to agree it is done before the reply comes.
    noteAgreed(person, this.id, to, true);
    if (!(await this.ask({ type: "ask_back", ply: known.ply, redraw: true }))) noteAgreed(person, this.id, to, false);
  }

  /** Ask anything; a refusal is told at once, and null comes back when it was refused or the line is broken. */
  async ask(message: Ask): Promise<Reply | null> {
    try {
      const reply = await this.#connection.ask(message);
      if (reply.type === "refused") {
        void this.#refused(reply);
        return null;
      }
      return reply;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      // The page was left, as for the next game: the reply no longer matters.
      if (this.#isLeft) return null;
      notices.show(m.table_not_sent(), "bad");
      return null;
    }
  }

  async #refused(reply: Refused): Promise<void> {
    const said = await this.#inWords((narrator) => [narrator.refused(reply, this.reader)]);
    notices.show(said || m.trouble_unknown(), "bad", reply.rule);
  }

  /** A sentence as text, for notices and screen readers: pieces in words. Empty where the words cannot be fetched. */
  async #inWords(tell: (narrator: Narrator) => readonly Parts[]): Promise<string> {
    const game = this.known?.game;
    if (game === undefined) return "";
    try {
      const [narrator, pieces] = await Promise.all([narrators.load(game), loadPieces(game)]);
      return tell(narrator)
        .map((parts) => inWords(parts, pieces?.pieceLabel))
        .join(" ");
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return "";
    }
  }

  #report(plies: readonly Happened[]): Promise<string> {
    return this.#inWords((narrator) => plies.flatMap((ply) => narrator.happened(ply, this.reporter)));
  }

  #url(): string {
    const base = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- an address is made once
    const query = new URLSearchParams({ wire: String(WIRE_VERSION) });
    if (this.known) {
      query.set("revision", String(this.known.revision));
      query.set("seen", String(this.known.log.length));
    }
    return `${base}/api/tables/${encodeURIComponent(this.id)}/socket?${query}`;
  }

  /** The server's time when this table was first heard of: what was noted before is not told as news. */
  #since = Infinity;
  /** The numbers of the last update and the last line of chat that this connection has carried. */
  #last = 0;
  #lastLine = 0;

  #stateChanged(state: ConnectionState): void {
    this.connection = state;
    if (state === "connecting") {
      this.#last = this.#lastLine = 0;
      this.trouble = ""; // told again, if it lasts
    }
    if (state === "waiting" && !this.known) void this.#ask();
  }

  /** The server ended the session: tell a user who was logged out elsewhere. The connection comes back by itself. */
  async #dismissed(): Promise<void> {
    const before = user.me?.id;
    try {
      await user.load();
    } catch {
      return; // The line tells of a server that does not answer.
    }
    if (user.me?.id === before) return;
    this.known = null;
    notices.show(m.logged_out_here(), "bad");
    this.#connection.reopen();
  }

  /** This page is older than the server, or newer: begin anew with its own. */
  async #outdated(): Promise<void> {
    if (await reloadOnce(LONG_PAUSE)) return;
    notices.show(m.page_outdated(), "bad");
  }

  /** A browser is not told why a line was refused; over HTTP it is. */
  async #ask(): Promise<void> {
    try {
      await getTable(this.id);
    } catch (error) {
      if (!(error instanceof RequestError) || error.code === "offline" || error.code.startsWith("status_")) return;
      this.gone = error.message;
      this.close();
    }
  }

  #receive(message: Update | Chat | Pulse | StorageStatus): void {
    if (message.type === "update") return this.#update(message);
    if (message.type === "chat") return this.#chat(message);
    if (message.type === "storing") return this.#storing(message);
    if (message.number > this.#last || message.line > this.#lastLine) this.#connection.reopen();
  }

  #update(update: Update): void {
    const order = orderOf(this.#last, update);
    if (order === "old") return;
    if (order === "gap") return this.#connection.reopen();
    this.#last = update.number;
    if (this.#since === Infinity && update.clocks) this.#since = update.clocks.at;
    const before = this.known;
    const known = applied(before, update);
    if (!known) {
      // Something before it is missing: begin from nothing.
      this.known = null;
      return this.#connection.reopen();
    }
    this.known = known;
    if (update.clocks) this.behind = Date.now() - update.clocks.at;
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
      for (let seen: Known | null = null; seen !== this.known && this.known && user.me && !this.#isLeft;) {
        seen = this.known;
        this.part = await takePart(user.me.id, seen, (message) => this.#send(message));
      }
    } finally {
      this.#isTakingPart = false;
    }
  }

  /** Send a message of the page's own. If the server is busy, taking part is tried again in a moment. */
  async #send(message: Ask): Promise<boolean> {
    try {
      const reply = await this.#connection.ask(message);
      if (reply.type !== "refused") return true;
      if (BUSY.has(reply.code)) setTimeout(() => void this.#takePart(), 1000);
    } catch (error) {
      // The line broke: when it is back, an update comes.
      if (!(error instanceof ConnectionLost)) throw error;
    }
    return false;
  }

  /** A move on its way is settled by what the log says of it. */
  #settle(known: Known): void {
    const pending = this.pending;
    if (!pending) return;
    if (this.#broken) {
      const stored = fateOf(this.#broken, known) === "stored";
      notices.show(stored ? m.table_move_stored() : m.table_move_lost(), stored ? "good" : "bad");
      notices.announce(stored ? m.table_move_stored() : m.table_move_lost());
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
      void this.#report(toldSince(known, back)).then((said) => notices.announce(`${told} ${said}`.trim()));
    } else if (known.revision === before.revision && known.ply > before.ply) {
      void this.#report(toldSince(known, before.ply)).then((said) => notices.announce(said));
      playSound("place");
    }
    if (isDeclined(before, known) && !this.#withdraws) {
      notices.show(m.asked_declined());
      notices.announce(m.asked_declined());
    }
    if (!known.asked) this.#withdraws = false;
    if (known.state === "over" && before.state !== "over") playSound("end");
    else if (known.seat !== null && known.actor === known.seat && before.actor !== known.seat) playSound("turn");
  }

  #storing(storing: StorageStatus): void {
    if (storing.works) notices.show(m.storing_works(), "good");
    this.trouble = storing.works ? "" : storing.cause;
  }

  #chat(chat: Chat): void {
    this.#lastLine = Math.max(this.#lastLine, ...chat.lines.map((line) => line.number));
    const before = this.chat;
    this.chat = heard(this.chat, chat);
    const fresh = this.chat.filter((line) => !before.some((known) => known.number === line.number));
    if (before.length > 0 && fresh.some((line) => line.notice === null)) playSound("word");
    const names = namesOf(this.known?.seats ?? []);
    const told = fresh.filter((line) => line.at > this.#since).map((line) => noticeWords(line, names));
    if (told.some(Boolean)) notices.announce(told.filter(Boolean).join(" "));
  }
}
