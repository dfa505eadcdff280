// What goes over the wire: the types of all messages, pages and views.
// Made by `python -m saltroad.protocol.typescript` (make wire) from the Python code: change it there.

/** Rises when clients of before could not read what is sent. A socket is opened with `?wire=` and this number. */
export const WIRE_VERSION = 2;
/** The code by which a socket is closed that was opened with another version: the client is to be loaded again. */
export const RELOAD = 4010;

/** What a field of an `Update` is that was left out. `info` and `seats` are as in the update before. */
export const UPDATE_DEFAULTS: Required<Pick<Update, "clocks" | "state" | "watching" | "asked" | "thinks" | "outcome" | "deal" | "seed" | "again" | "seat" | "is_host" | "asks" | "view" | "changed" | "offers" | "more" | "can_undo" | "keys">> = {
  clocks: null,
  state: "playing",
  watching: 0,
  asked: null,
  thinks: null,
  outcome: null,
  deal: null,
  seed: null,
  again: null,
  seat: null,
  is_host: false,
  asks: null,
  view: null,
  changed: null,
  offers: {},
  more: null,
  can_undo: false,
  keys: null,
};

/**
 * Take a free seat, or change to it, before the game begins; or, at the caller's own seat, give the hash of their
 * share of the dice.
 */
export interface Sit {
  type: "sit";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  seat: number;
  /**
   * The hash of the caller's share of the dice, 64 hexadecimal digits; replaces the one given before, and empty
   * leaves that. Seats without one have no share in the dice: see docs/reference/fair-dice.md.
   */
  share_hash?: string;
  /** For a seat that is kept: the key of its link. */
  key?: string;
}

/**
 * Leave the caller's seat: it is open again, or a bot plays on in a game that has begun. While the dice are dealt,
 * the deal is given up, and the table is open with new dice.
 */
export interface Stand {
  type: "stand";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
}

/**
 * Set what an empty seat is for, before the game begins; only for the host. While the dice are dealt: take the seat
 * of a player whose share has not come for 60 seconds; the deal is given up.
 */
export interface SetSeat {
  type: "set_seat";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  seat: number;
  kind: "bot" | "kept" | "open";
  bot?: string;
}

/**
 * Begin the game once every seat is taken; only for the host. If hashes of shares were given, the table is
 * `dealing` until all shares have come.
 */
export interface Start {
  type: "start";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
}

/** Send the caller's share of the dice, while the table is `dealing`. */
export interface Reveal {
  type: "reveal";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  /** 64 hexadecimal digits, from which the hash was made. */
  share: string;
}

/** Close the table before the game begins; only for the host. */
export interface Close {
  type: "close";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
}

/** Another game with the same people: the update names the table. */
export interface Again {
  type: "again";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  /**
   * Whether it begins at once where all the others are bots. Without, the caller can give a share of the dice
   * first.
   */
  start?: boolean;
}

/** Play an action for the caller's seat. */
export interface Act {
  type: "act";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  ply: number;
  action: string;
  /**
   * The revision of the update that it answers, if given: a late message is then not played after the game went
   * back.
   */
  revision?: number | null;
}

/** Take back the caller's own last action of this turn. */
export interface Undo {
  type: "undo";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  ply: number;
  revision?: number | null;
}

/**
 * Ask the others to take the game back to before the caller's last action. What chance has decided stays
 * decided.
 */
export interface AskBack {
  type: "ask_back";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  ply: number;
  /** Ask also that chance decides anew what is taken back. Refused while a bot stands in for a person. */
  redraw?: boolean;
}

/** Ask the others to stop the clocks. */
export interface AskPause {
  type: "ask_pause";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
}

/** Agree to the open request, or not; the player who made it withdraws it by this. */
export interface Answer {
  type: "answer";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  what: "back" | "pause" | "stand_in";
  /** The ply that the request named. */
  to_ply: number;
  agree: boolean;
}

/** End the pause. */
export interface Resume {
  type: "resume";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
}

/**
 * Let a bot play for a seat whose owner is away while the table waits for them; or leave the caller's own seat to a
 * bot, or take it back. For another's seat the host decides alone; else all others who play have to agree.
 */
export interface StandIn {
  type: "stand_in";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  seat: number;
  bot: boolean;
}

/** Ask why an action is or is not legal now. */
export interface Explain {
  type: "explain";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  ply: number;
  action: string;
}

/** Ask a bot what it would play; only where all the others are bots. */
export interface Hint {
  type: "hint";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  ply: number;
}

/** Write a line of chat. */
export interface Say {
  type: "say";
  /**
   * The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
   * for is the reply: `done` is sent only where no update is.
   */
  id?: number;
  text: string;
}

/** One ply of the log. */
export interface Happened {
  /** A seat, or -1 for chance. */
  actor: number;
  action: string;
  /** The events; none where there is nothing to tell. */
  events: GameEvent[];
  /** The moment it was stored, in milliseconds. */
  at: number;
  /** Over HTTP with `?language=`: the events as a sentence. */
  sentence?: string;
}

/** A seat as everybody sees it. */
export interface SeatShown {
  /** `open`, `kept`, `bot` or `person`. */
  kind: string;
  name: string;
  /** Whether the person is connected, or has asked something by HTTP a moment ago; always true for a bot. */
  here: boolean;
  /** The bot that plays here: a bot of its own or a stand-in for the person; else empty. */
  bot: string;
  /**
   * Why a bot stands in for the person: they left their seat to it, they are away, or their time was over. The last
   * two end when the person is back; empty where none stands in.
   */
  stand_in: "" | "away" | "left" | "time";
  /**
   * The moment, in milliseconds, from which `stand_in` is taken for this seat: the table waits for its move, and its
   * owner is away. null as long as it would be refused.
   */
  bot_from: number | null;
}

/** A request that waits for answers. */
export interface Asked {
  /** `back`, `pause` or `stand_in`. */
  what: string;
  seat: number;
  to_ply: number;
  waits_for: number[];
  /** The seat that a bot is to play for, of `stand_in`. */
  about: number | null;
  /** Whether chance is to decide anew, of a take-back. */
  redraw: boolean;
}

/** The players' shares of the dice before the game begins, by seat as the seats are then. */
export interface Deal {
  /** Empty for a seat without a share. */
  share_hashes: string[];
  /** The seats whose share has come. The shares themselves are shown when the game is over. */
  came: number[];
  /** When the table began to wait for them; null while it is open. */
  since: number | null;
}

/**
 * The clocks at the moment `at`, by a clock of the server's own that cannot be set; that of the seat in `running`
 * goes on from there.
 */
export interface Clocks {
  at: number;
  /** Milliseconds left to each seat, null where nothing limits them. */
  left: (number | null)[];
  /** Milliseconds each seat has thought so far. */
  used: number[];
  /** The seat whose clock runs. */
  running: number | null;
  paused: boolean;
}

/** The facts of a table that hardly change once it is made. */
export interface TableInfo {
  table: string;
  game: string;
  options: string;
  public: boolean;
  /** The time controls, as in `NewTable`. */
  pace: Pace;
  /** Whether the order of the seats is drawn when the game begins. */
  drawn: boolean;
  /** The scheme of the dice: see docs/reference/fair-dice.md. */
  dice: string;
  /** The commitment of the dice. */
  commitment: string;
  /** How many commitments there were: more than one if a deal was given up. */
  deals: number;
  /** Whether it is an imported record: see `TableShown`. */
  imported: boolean;
}

/**
 * The state of a table, for one viewer. `info` and `seats` are left out when they are as in the update before on
 * this connection; any other field that is left out has its default: see `UPDATE_DEFAULTS`.
 */
export interface Update {
  type: "update";
  /** The number of this update: rises with every change of the table; another server's begins anew. */
  number: number;
  /** Changes when the game went back: with another number than before, the client forgets its log and view. */
  revision: number;
  /** The next ply. */
  ply: number;
  /** The seat to act, -2 when no seat is. */
  actor: number;
  /** null before the game begins. */
  clocks?: Clocks | null;
  /** `dealing` waits for the players' shares of the dice. */
  state?: "closed" | "dealing" | "open" | "over" | "playing";
  /** The number of spectators. */
  watching?: number;
  asked?: Asked | null;
  /** The seat for which a bot is thinking. */
  thinks?: number | null;
  outcome?: Outcome | null;
  /** null once the game has begun. */
  deal?: Deal | null;
  /** Shown when the game is over. */
  seed?: string | null;
  /** The table of the next game with the same people. */
  again?: string | null;
  info?: TableInfo;
  seats?: SeatShown[];
  /** The viewer's own, null for a spectator. */
  seat?: number | null;
  /** Whether the viewer made the table: only the host may change it and begin. */
  is_host?: boolean;
  /**
   * The number of the update before it on this connection, 0 for the first: a client that has another one missed one,
   * and connects again.
   */
  after: number;
  first_ply: number;
  /** The log from `first_ply` on; it replaces what the client had from there. */
  happened: Happened[];
  /** The question to the seat to act; null when no seat is. */
  asks?: GameQuestion | null;
  /** Over HTTP with `?language=`: the question as a sentence. */
  sentence?: string;
  /** The whole view; null before the game begins, or when the client has one: then `changed` has all that is new. */
  view?: View | null;
  /** The fields of the view that have changed since the last update of this connection; null when none has. */
  changed?: Partial<View> | null;
  /**
   * The offers: what the viewer may play now, by the kind of action. A row is `["blue m10", 3, "blue", "m10"]`: the
   * text that plays it, the points that it earns at once, the fields of the action, and its price where it has one.
   */
  offers?: Offers;
  /** What the game adds to the offers, such as wares in reach; null for nothing. */
  more?: any;
  can_undo?: boolean;
  /** The key of each seat that is kept, for the host of a table that has not begun. */
  keys?: (string | null)[] | null;
}

/** A line of chat, or a notice of something that happened at the table and is no move. */
export interface ChatLineShown {
  number: number;
  /** The name of the person who said or did it; empty for a notice of what the clock did. */
  name: string;
  seat: number | null;
  /** Empty for a notice. */
  text: string;
  at: number;
  /** The notice; null for a line of chat. */
  notice: "came_back" | "left" | "stand_in" | "stand_in_time" | null;
  /** The seat that a notice is about. */
  about: number | null;
}

/** New lines of chat. */
export interface Chat {
  type: "chat";
  lines: ChatLineShown[];
}

/** Sent from time to time: the connection is alive, and has carried this much. */
export interface Pulse {
  type: "pulse";
  /** The number of the last update on this connection. */
  number: number;
  /** The number of the last line of chat on this connection, 0 for none. */
  line: number;
}

/**
 * Whether the server can store moves: sent when storing begins to fail and when it works again, and to a new
 * connection while it fails. What was stored before is not lost.
 */
export interface StorageStatus {
  type: "storing";
  works: boolean;
  /**
   * The cause: `full`, `read_only`, `damaged`, `locked`, `away`, `not_alone` or `failed`; empty when it works. Told
   * by the message `storage-` and the cause.
   */
  cause: string;
}

/** The command is done and stored; the update that shows it is on its way or was sent. */
export interface Done {
  type: "done";
  to: number;
}

/** A fault of a text or record, as a value of a refusal: told by the message `fault-` and the code. */
export interface FaultShown {
  code: string;
  params: Params;
}

/** Whether an action is legal, by which rule, and why: told by the message `rule-reason`, as `TD-24-foreign`. */
export interface Explained {
  type: "explained";
  to: number;
  action: string;
  legal: boolean;
  rule: string;
  reason: string;
  /** The values of the message. */
  params: Params;
  /** Over HTTP with `?language=`. */
  sentence?: string;
}

/** The action that a bot would play. */
export interface Hinted {
  type: "hinted";
  to: number;
  ply: number;
  action: string;
  /** The action with its fields, for the board to point at. */
  points: GameAction;
  /** The action as a suggestion. */
  advice: GameAdvice;
  /** The caller's share of the win after it as the bot expects, from 0 to 1; null if it has not searched. */
  share: number | null;
  /** The same after the best of the other moves that it tried. */
  instead: number | null;
  /** Over HTTP with `?language=`: the suggestion in words. */
  sentence?: string;
}

/**
 * The command is refused, and nothing has changed. Told by the message `refused-` and the code; if the code is
 * `illegal`, by that of the rule and the reason, as for `Explained`.
 */
export interface Refused {
  type: "refused";
  to: number;
  code: string;
  /** The rule, if the code is `illegal`; else null. */
  rule: string | null;
  /** The reason, if the code is `illegal`; else null. */
  reason: string | null;
  /** The values of the message. */
  params: Params;
  /** The next ply, for a client that is behind. */
  ply: number;
  /** Over HTTP with `?language=`. */
  sentence?: string;
}

/** A new guest: only a name is needed. */
export interface NewPerson {
  name: string;
}

/** A person's settings, stored on the server. */
export interface PersonSettings {
  language: "" | "en" | "fr";
  theme: "" | "dark" | "light";
  /** Letters and signs beside colours: large or small, never left out. */
  symbols: "marked" | "plain";
  animation: boolean;
  sound: boolean;
}

/** A new name or new settings; a field that is left out stays as it is. */
export interface ChangePerson {
  name?: string | null;
  settings?: Partial<PersonSettings> | null;
}

/** A login that is not taken, and a password: turns a guest into an account, or changes them. */
export interface NewPassword {
  login: string;
  password: string;
  /** The current password, if there is one. */
  old_password?: string;
}

/** A login and its password. */
export interface Login {
  login: string;
  password: string;
}

/** The token of a private link, to log in by it. */
export interface UseLink {
  token: string;
}

/** The caller's own person. */
export interface Me {
  id: string;
  name: string;
  /** null for a guest, and for a program. */
  login: string | null;
  settings: PersonSettings;
  /** The scope of the caller's token; null for a browser. */
  scope: "manage" | "play" | "watch" | null;
}

/** A new private link: the first browser that opens it is logged in as this person. */
export interface IssuedLink {
  path: string;
  until: number;
  id: string;
}

/** A private link in a list: unused, and without its path. */
export interface LinkShown {
  id: string;
  made: number;
  until: number;
}

/** A browser that is logged in as this person. */
export interface SessionShown {
  id: string;
  /** Such as `Firefox on Linux`; empty if the browser does not say. */
  device: string;
  made: number;
  /** When it was last used, to the hour. */
  seen: number;
  /** Whether it is the caller's own. */
  this: boolean;
}

/** A token for a program that plays for this person. */
export interface NewToken {
  label: string;
  scope?: "manage" | "play" | "watch";
}

/** A program's token. Its secret, shown only once, is sent as `Authorization: Bearer …`. */
export interface TokenShown {
  id: string;
  label: string;
  made: number;
  /** null in lists. */
  secret: string | null;
  scope: "manage" | "play" | "watch";
  /** When it was last used, to the hour; null for never. */
  used: number | null;
}

/** An option of a game. The first value is the default. */
export interface OptionShown {
  name: string;
  about: string;
  values: string[];
  /** The numbers of players that the option, once on, is for; null for all. */
  players: number[] | null;
}

/** A game in the list of games. */
export interface GameShown {
  name: string;
  title: string;
  designer: string;
  players: number[];
  options: OptionShown[];
  about: string;
  reconstructed: string;
  /** The prefix of its rules' ids: `TD` of `TD-12`. */
  rule_prefix: string;
  /** From the weakest to the strongest. */
  bots: string[];
  /** Whether there is a lesson that teaches it. */
  has_lesson: boolean;
  /** False in the first minute on a new machine, while the rules are compiled. */
  ready: boolean;
}

/** One rule. */
export interface RuleShown {
  id: string;
  section: string;
  text: string;
  is_ruling: boolean;
}

/** The messages of a game in one language, which make sentences of facts. */
export interface GameMessages {
  language: string;
  /** The messages in Fluent's format: those that all games share, the server's, and the game's own. */
  ftl: string;
  /** The kinds of events that follow from what a player did, and are told in the same line. */
  consequences: string[];
}

/** A seat of a new table and what it is for; `me` is the host. */
export interface NewSeat {
  kind: "bot" | "kept" | "me" | "open";
  bot?: string;
}

/**
 * Time controls: no clock, one that only shows the time, a bank with an increment for each move, or some days for
 * each turn.
 */
export interface Pace {
  kind: "bank" | "days" | "none" | "shown";
  seconds: number;
  increment: number;
  days: number;
}

/**
 * A new table. With `start` the game begins at once, if every seat is taken, with the server's dice alone: to have
 * a share in the dice, send its hash, then `start`.
 */
export interface NewTable {
  game: string;
  options?: Record<string, string>;
  seats: NewSeat[];
  public?: boolean;
  pace?: Partial<Pace>;
  /** Whether the order of the seats is drawn when the game begins. */
  drawn?: boolean;
  start?: boolean;
}

/** A table in a list. */
export interface TableShown {
  id: string;
  game: string;
  options: string;
  state: string;
  public: boolean;
  pace: Pace;
  seats: SeatShown[];
  made: number;
  started: number | null;
  ended: number | null;
  /** As in a record: `two_stalls_empty; scores 31 24; winners 1`. */
  result: string | null;
  /** The caller's own. */
  seat: number | null;
  /** Whether it waits for a move of the caller. */
  waits: boolean;
  /**
   * Whether it is an imported record: its moves keep to the rules, but this server did not run the game, and vouches
   * neither for the names nor for the dice.
   */
  imported: boolean;
  /** The commitment of the dice. */
  commitment: string;
}

/** A finished game, to be shown ply by ply. */
export interface Replay {
  table: TableShown;
  happened: Happened[];
  outcome: Outcome | null;
  commitment: string;
  seed: string | null;
}

/** One position of a replay, as one seat or a spectator saw it. */
export interface ReplayPosition {
  ply: number;
  /** The question to the seat to act; null when no seat is. */
  asks: GameQuestion | null;
  view: View;
  /** With `?language=`: the question as a sentence. */
  sentence?: string;
}

/** A record to be imported as a finished game. */
export interface NewRecord {
  text: string;
}

/** A decision of chance at a ply. */
export interface Drawn {
  ply: number;
  /** All possible outcomes, in the order of the rules. */
  outcomes: string[];
  weights: number[];
  /** The index in `outcomes` of what was drawn. */
  happened: number;
}

/** The dice of a finished game: enough to repeat every draw. Seats are counted from 0. */
export interface DiceShown {
  scheme: string;
  table: string;
  commitment: string;
  seed: string;
  /** The hashes of the shares, by seat before the order was drawn; empty for a seat without a share. */
  share_hashes: string[];
  /** The shares, in the same order. */
  shares: string[];
  /** For each seat its number before the order was drawn; null if none was drawn. */
  order: number[] | null;
  /** The plies that the game was taken back to for a new draw, in order. */
  drawn_anew: number[];
  deals: number;
  draws: Drawn[];
}

/** The address at which others reach the server: the start of links to it. */
export interface Address {
  /** Empty where the address that the caller uses will do. */
  url: string;
}

/** The body of every refusal over HTTP. */
export interface RefusalBody {
  code: string;
  /** In the language of the request. */
  sentence: string;
  rule: string | null;
  reason: string | null;
  params: Params;
}

/** The position after a right action of a lesson. */
export interface LessonAfter {
  action: string;
  view: View;
  happened: Happened[];
  praise: string;
}

/** One step of a lesson: its text, the position, the offers, and what is right. */
export interface LessonStep {
  says: string;
  view: View;
  /** The plies since the step before. */
  happened: Happened[];
  /** As in `Update`. */
  offers: Offers;
  more: any;
  /** The right actions: any of these goes on; empty where the reader only reads, or asks. */
  does: string[];
  /** Forbidden actions: any of these, asked "why not?", goes on. */
  asks: string[];
  /** The text once it is asked. */
  praise: string;
  after: LessonAfter[];
  /** An action whose space is shown from the start, or nothing. */
  points_at: string;
  /** The same with its fields; null for nothing. */
  points: GameAction | null;
  /** The first of `does`, else of `asks`, with its fields: shown to a reader who tried something else. */
  wants: GameAction | null;
}

/** A lesson: a first game. The reader is seat 0. */
export interface Lesson {
  game: string;
  names: string[];
  steps: LessonStep[];
}

/** A position that shows a rule. */
export interface RulePicture {
  rule: string;
  caption: string;
  view: View;
  seat: number | null;
  names: string[];
  /** The plies to be marked on it. */
  happened: Happened[];
  /** The offers, where they are shown too. */
  offers: Offers;
  points_at: string;
  /** The action of `points_at` with its fields; null for nothing. */
  points: GameAction | null;
  /** The part of the board that matters: spaces, or names of places; all of it if empty. */
  shows: string[];
}

/** The seat gets it less often than after the better move. */
export interface PrizeMissed {
  kind: "prize_missed";
  prize: string;
  at: string;
  /** Points that this costs, on average. */
  points: number;
}

/** The seat gets it less often, and another one gets it instead. */
export interface PrizeLeft {
  kind: "prize_left";
  prize: string;
  at: string;
  to: number;
  points: number;
}

/** Another seat gets it more often. */
export interface PrizeGiven {
  kind: "prize_given";
  prize: string;
  at: string;
  to: number;
  /** Points that this brings that seat, on average. */
  points: number;
}

/** Points that add up from many things. */
export interface PointsMissed {
  kind: "points_missed";
  points: number;
}

/** Nothing that can be named, except the seat that gains most by it. */
export interface LeadGiven {
  kind: "lead_given";
  to: number;
}

/** A move of a decision that was compared with others. */
export interface AnalysedMove {
  action: string;
  /** The action with its fields, for the board to point at. */
  points: GameAction;
  /** The action as a suggestion. */
  advice: GameAdvice;
  /** Each seat's share of the win after it. */
  shares: number[];
  /** The share that it costs the seat that moves, beside the best move. */
  loss: number;
  /** The standard error of that seat's share. */
  error: number;
  /** The move, and what the search expects after it. */
  line: string[];
}

/** One ply after the setup: a decision, a move without a choice, or an outcome of chance. */
export interface AnalysedPly {
  ply: number;
  /** A seat, or -1 for chance. */
  actor: number;
  /** The shares before it: of a decision, with the best move; of chance, on average. */
  before: number[];
  after: number[];
  /** Of chance: what the outcome brought each seat beside the average. */
  luck?: number[];
  /** Of a decision: the share that it cost the seat that moved. */
  loss?: number;
  /** Of a decision: what it gave each of the others. */
  gifts?: number[];
  /** Of a decision; empty for what was no choice. */
  grade?: "" | "best" | "blunder" | "brilliant" | "good" | "inaccuracy" | "mistake";
  /** Of a decision: the moves that were compared, the best first. */
  best?: AnalysedMove[];
  /** Of a move that cost something: why. */
  reason?: (PrizeMissed | PrizeLeft | PrizeGiven | PointsMissed | LeadGiven)[];
  /** With `?language=`: the reason as a sentence. */
  sentence?: string;
}

/** The account of a seat's share over a game: result - start = luck - errors + gifts + drift. */
export interface AnalysedSeat {
  start: number;
  luck: number;
  errors: number;
  gifts: number;
  drift: number;
  result: number;
  /** The result without the luck. */
  adjusted: number;
}

/** The analysis of a game as far as it is done. */
export interface AnalysisShown {
  state: "done" | "failed" | "none" | "running" | "waiting";
  /** Plies that are analysed. */
  done: number;
  /** Plies that there are to analyse: those after the setup. */
  total: number;
  /** The plies from the one that was asked for on, in order. */
  plies: AnalysedPly[];
  /** The accounts, once all is done. */
  seats: AnalysedSeat[] | null;
  /** The plies at which most of the win changed hands, in order; once all is done. */
  turning_points: number[];
}

/** A variation of a finished game, to be played. */
export interface TableVariation {
  /** What is played on from where it begins, chance's outcomes too where they are known or wanted. */
  actions?: string[];
  /**
   * The seat that the caller plays: its view is sent. Without, they play all seats, and the view is that of the seat
   * to act; of a spectator where none is.
   */
  seat?: number | null;
  /** A level, such as `trader`: bots of that level play the other seats, until `seat` is to act. */
  bots?: string;
  /** Whether chance decides until a seat is to act. Without, the answer has the outcomes to choose from (`chance`). */
  settle?: boolean;
  /** Leave out what happened in so many first actions, which you know. */
  since?: number;
  /** The ply of the game in whose place its first action is played. */
  ply: number;
}

/** A variation from the start of a game, to be played. */
export interface GameVariation {
  /** What is played on from where it begins, chance's outcomes too where they are known or wanted. */
  actions?: string[];
  /**
   * The seat that the caller plays: its view is sent. Without, they play all seats, and the view is that of the seat
   * to act; of a spectator where none is.
   */
  seat?: number | null;
  /** A level, such as `trader`: bots of that level play the other seats, until `seat` is to act. */
  bots?: string;
  /** Whether chance decides until a seat is to act. Without, the answer has the outcomes to choose from (`chance`). */
  settle?: boolean;
  /** Leave out what happened in so many first actions, which you know. */
  since?: number;
  players: number;
  options?: Record<string, string>;
  /** With another seed chance decides otherwise, from the setup on. */
  seed?: number;
}

/** A variation of a finished game, whose last position is to be analysed. */
export interface AnalyseTableVariation {
  /** What is played on from where it begins, chance's outcomes too where they are known or wanted. */
  actions?: string[];
  /** An action that is to be among those compared, and judged: is it as good as the best? */
  move?: string;
  /** Visits of each move; 0 for the standard depth of the game, which is also the most. */
  nodes?: number;
  /**
   * Which page of the caller asks, by any text of its own: its newer request takes the place of the one before, which
   * is refused with `superseded`.
   */
  page?: string;
  /** The ply of the game in whose place its first action is played. */
  ply: number;
}

/** A variation from the start of a game, whose last position is to be analysed. */
export interface AnalyseGameVariation {
  /** What is played on from where it begins, chance's outcomes too where they are known or wanted. */
  actions?: string[];
  /** An action that is to be among those compared, and judged: is it as good as the best? */
  move?: string;
  /** Visits of each move; 0 for the standard depth of the game, which is also the most. */
  nodes?: number;
  /**
   * Which page of the caller asks, by any text of its own: its newer request takes the place of the one before, which
   * is refused with `superseded`.
   */
  page?: string;
  players: number;
  options?: Record<string, string>;
  /** As in `GameVariation`. */
  seed?: number;
}

/** What chance may decide, in the order of the rules. */
export interface ChanceOutcomes {
  outcomes: string[];
  weights: number[];
}

/** A variation and the position it leads to. */
export interface VariationShown {
  /** The ply at which it leaves the game; 0 from the start of a game. */
  from_ply: number;
  /** The ply to come. */
  ply: number;
  /** The seat to act; -1 for chance, which is only without `settle`; -2 when the game is over. */
  actor: number;
  /** The whole variation, with what chance decided and bots played. */
  actions: string[];
  first_ply: number;
  /** What happened from `first_ply` on. `at` is 0. */
  happened: Happened[];
  /** The question to the seat to act; null when no seat is. */
  asks: GameQuestion | null;
  view: View;
  /** What the seat to act may play, as in `Update`, whoever asks. */
  offers: Offers;
  more: any;
  /** How the game ended, if it has. */
  outcome: Outcome | null;
  /** What chance may decide, if it is to act. */
  chance: ChanceOutcomes | null;
  /** Whether bots are to play on, as the time of one request was over: ask again with these actions. */
  waits: boolean;
  /** With `?language=`: the question as a sentence. */
  sentence?: string;
}

/** A move that was tried, judged as the moves of a game are. */
export interface JudgedMove {
  action: string;
  /** The share that it costs the seat that moves. */
  loss: number;
  /** What it gives each of the others. */
  gifts: number[];
  grade: "best" | "blunder" | "brilliant" | "good" | "inaccuracy" | "mistake";
  /** If it costs something: why. */
  reason: (PrizeMissed | PrizeLeft | PrizeGiven | PointsMissed | LeadGiven)[];
  /** With `?language=`: the reason as a sentence. */
  sentence?: string;
}

/** The position that a variation leads to, once chance has decided: who is to win, and by which moves. */
export interface AnalysedPosition {
  from_ply: number;
  ply: number;
  /** The seat to act; -2 when the game is over. */
  actor: number;
  /** The whole variation, with what chance decided. */
  actions: string[];
  /** Each seat's share of the win, with the best move. */
  shares: number[];
  /** Visits of each move that was compared. */
  nodes: number;
  most_nodes: number;
  /** The moves that were compared, the best first; none when the game is over. */
  moves: AnalysedMove[];
  /** The `move` of the request. */
  judged: JudgedMove | null;
}

/** A puzzle in the list of its game. */
export interface PuzzleListed {
  id: string;
  /** From 800 to 2000: how seldom quick looks find the solution. */
  rating: number;
  players: number;
}

/** The puzzles of a game. */
export interface PuzzleList {
  game: string;
  /** The easiest first; none for a game that has no puzzles. */
  puzzles: PuzzleListed[];
  /** The puzzle of the date, the same for all. */
  today: string | null;
  /** The date by UTC, such as 2026-03-01. */
  date: string;
}

/** A puzzle to be solved. */
export interface PuzzleShown {
  id: string;
  game: string;
  rating: number;
  players: number;
  /** All options of its game, as in `GameVariation`. */
  options: Record<string, string>;
  /** The seat to move, which the solver plays. */
  seat: number;
  /** The position in the view of that seat, as variations are sent: what happened are the last plies before it. */
  position: VariationShown;
}

/** A move as the answer to a puzzle. */
export interface PuzzleAnswer {
  /** Empty to give up and see the solution. */
  action: string;
}

/** The solution of a puzzle, beside other moves. */
export interface PuzzleSolution {
  /** The moves that were compared, the best first: that is the solution. */
  moves: AnalysedMove[];
  /** Why the second of them is worse. */
  reason: (PrizeMissed | PrizeLeft | PrizeGiven | PointsMissed | LeadGiven)[];
  /** With `?language=`: the reason as a sentence. */
  sentence?: string;
}

/** Whether an answer is right. */
export interface PuzzleResult {
  /** The answer as it is written; empty after giving up. */
  action: string;
  is_right: boolean;
  /** After a right answer and after giving up. Without it: try again. */
  solution: PuzzleSolution | null;
}

/** The values of a message: a player is a seat, several things are a list. */
export type Params = Record<string, string | number | boolean | null | (string | number)[] | FaultShown>;

export type ClientMessage =
  | Sit
  | Stand
  | SetSeat
  | Start
  | Reveal
  | Close
  | Again
  | Act
  | Undo
  | AskBack
  | AskPause
  | Answer
  | Resume
  | StandIn
  | Explain
  | Hint
  | Say;

export type Reply =
  | Done
  | Explained
  | Hinted
  | Refused;

export type ServerMessage =
  | Update
  | Chat
  | Pulse
  | StorageStatus
  | Done
  | Explained
  | Hinted
  | Refused;

/** How a game ended. */
export interface Outcome {
  /** A name of the game's `end_reasons`. */
  reason: string;
  /** The id of the rule that ended it. */
  rule: string;
  scores: number[];
  /** 1 for the best; equal ranks are a tie that no rule breaks. */
  ranks: number[];
  /** The scores by source. */
  breakdown: Record<string, number[]>;
}

/** A game of Through the Desert as a viewer sees it. */
export interface DesertView {
  /** A seat, or null for a spectator. */
  viewer: number | null;
  ply: number;
  /** The seat to act, CHANCE or NOBODY. */
  actor: number;
  players: number;
  open_scores: boolean;
  /** The seat that begins, or null if it is drawn. */
  start: number | null;
  /** What is asked: one of state.PHASES. */
  phase: "palms" | "water" | "without" | "start" | "leader" | "camel" | "over";
  seat: number;
  turns: number;
  oases: string[];
  /** The value laid on each space, whether taken since or not. */
  water: [string, number][];
  /** Markers not laid, by value. */
  markers: number[];
  /** Camels left, by colour. */
  piles: number[];
  /** The colours of the leaders that each seat has still to place. */
  leaders: string[][];
  leader_rounds: number;
  leaders_placed: number;
  /** The colours placed in the first round of leaders. */
  first_colours: string[];
  given_up: string[];
  /** By seat, then colour. */
  caravans: CaravanView[][];
  /** The enclosed spaces of each seat. */
  areas: string[][];
  next_marked: number;
  /** Camels still to place in this turn. */
  camels_left: number;
  passes: number;
  /** Whether a pile has run out: the game ends with this turn. */
  ending: boolean;
  /** The running totals; null where they lie face down. */
  scores: (number | null)[];
  /** The same by source (SOURCES), then seat. */
  points: ((number | null)[])[];
  ended: string;
}

/** One player's camels of one colour. */
export interface CaravanView {
  /** Where they stand, the leader's space included. */
  camels: string[];
  leader: string | null;
  /** The oases it has earned. */
  linked: string[];
}

/** A game of Desert Bazaar as a viewer sees it. */
export interface CampView {
  /** A seat, or null for a spectator. */
  viewer: number | null;
  ply: number;
  /** The seat to act, CHANCE or NOBODY. */
  actor: number;
  players: number;
  open_hands: boolean;
  fair_start: boolean;
  start: number;
  /** What is asked: one of state.PHASES. */
  phase: "setup" | "turn" | "dice" | "again" | "name" | "extra" | "begin" | "collect" | "match" | "build" | "pay" | "over";
  seat: number;
  turns: number;
  /** Turns in a row in which nothing was built. */
  quiet: number;
  setup_rolls: number;
  piles: number[];
  /** null where they are hidden. */
  hands: (number[] | null)[];
  /** How many cards each seat holds. */
  held: number[];
  /** Markers each seat has left to place. */
  markers: number[];
  /** The tiles face up, place by place. */
  sides: ((string | null)[])[];
  /** Tiles face down. */
  tiles_left: number;
  tents: TentView[];
  /** The encampments, by their spaces. */
  camps: string[][];
  /** Where a tile may still stand (DB-21, DB-22). */
  room: string[];
  /** The side that is built from or filled. */
  side: number | null;
  /** While tiles are turned up: whether the same seat then goes on building. */
  goes_on: boolean;
  dice: string | null;
  kept: string | null;
  /** The tile placed and not paid for, and its space. */
  building: [string, string] | null;
  /** What is offered first as payment, to the one who pays. */
  payment: string | null;
  scores: number[];
  /** The scores by source (SOURCES), then seat. */
  points: number[][];
  ended: string;
}

/** A tile on the board. */
export interface TentView {
  space: string;
  tile: string;
  /** Whose marker lies on it. */
  owner: number | null;
}

/** A view of Bazaar: the same for everybody, as nothing is hidden (BZ-03). */
export interface BazaarView {
  /** A seat, or null for a spectator. */
  viewer: number | null;
  ply: number;
  /** The seat to act, CHANCE or NOBODY. */
  actor: number;
  players: number;
  double_purchase: boolean;
  /** What is asked: one of state.PHASES. */
  phase: "rates" | "show" | "start" | "turn" | "die" | "take" | "buy" | "return" | "over";
  /** Whose turn it is (in the roll for the start: who rolls). */
  seat: number;
  turns: number;
  /** Turns in a row without a purchase. */
  quiet: number;
  /** The numbers of the posted rate cards. */
  rates: number[];
  bank: number[];
  hands: number[][];
  stalls: StallView[];
  /** The stall whose next ware shows, when phase is "show". */
  showing: number;
  /** The wares each seat has bought. */
  wares: string[][];
  /** This turn's purchases so far; they are scored when the turn's purchases are over. */
  bought: string[];
  empty_before: number;
  scores: number[];
  /** The scores by column (plain, star, double star), then seat. */
  points: number[][];
  /** Who still rolls for the start, who leads, and with which rank. */
  contenders: number[];
  leaders: number[];
  best: number;
  ended: string;
}

/** One stall: what is on top, and how many wares lie in it. */
export interface StallView {
  top: string | null;
  starred: boolean;
  left: number;
}

/** A game as one viewer sees it. */
export type View = DesertView | CampView | BazaarView;

/** A player's action. */
export interface ActionPlayed {
  kind: "action_played";
  seat: number;
  action: string;
}

/** An outcome of chance. */
export interface ChanceDecided {
  kind: "chance_decided";
  action: string;
}

export type PlainEvent =
  | ActionPlayed
  | ChanceDecided;

/** The oases of this game (TD-05). */
export interface PalmsPlanted {
  kind: "palms_planted";
  spaces: string[];
}

/** With five players: the leader that a player goes without (TD-03). */
export interface LeaderGivenUp {
  kind: "leader_given_up";
  seat: number;
  colour: string;
}

/** Who begins, where it is drawn (TD-07). */
export interface StartDrawn {
  kind: "start_drawn";
  seat: number;
}

/** A leader stands (TD-10). */
export interface LeaderPlaced {
  kind: "leader_placed";
  seat: number;
  colour: string;
  space: string;
}

/** A camel stands (TD-20). */
export interface CamelPlaced {
  kind: "camel_placed";
  seat: number;
  colour: string;
  space: string;
}

/** The marker under a camel (TD-30). */
export interface WaterTaken {
  kind: "water_taken";
  seat: number;
  points: number;
}

/** Oases next to a camel, outside of any area that it closed (TD-31). */
export interface OasesLinked {
  kind: "oases_linked";
  seat: number;
  oases: string[];
  points: number;
}

/** An area that a camel closed (TD-40), with the water and the oases in it. */
export interface AreaEnclosed {
  kind: "area_enclosed";
  seat: number;
  spaces: number;
  water_holes: number;
  oases: string[];
  points: number;
}

/** A turn without a placement (TD-20). */
export interface Passed {
  kind: "passed";
  seat: number;
}

/** At the end: who has the most camels of a colour, and what each of them gets (TD-51). */
export interface LargestCaravan {
  kind: "largest_caravan";
  colour: string;
  seats: number[];
  points: number;
}

export type DesertEvent =
  | PalmsPlanted
  | LeaderGivenUp
  | StartDrawn
  | LeaderPlaced
  | CamelPlaced
  | WaterTaken
  | OasesLinked
  | AreaEnclosed
  | Passed
  | LargestCaravan;

/** The dice for a player's first cards (DB-02). */
export interface SetupDiceRolled {
  kind: "setup_dice_rolled";
  seat: number;
  dice: string;
}

/** The cards taken for the wilds of a setup roll (DB-02). */
export interface WildsNamed {
  kind: "wilds_named";
  seat: number;
  cards: string;
  number: number;
}

/** An extra card of a player who comes later, in a fair start (DB-06). */
export interface ExtraCardTaken {
  kind: "extra_card_taken";
  seat: number;
  resource: string;
}

/** The first tiles lie face up on both sides (DB-04). */
export interface TilesLaidOut {
  kind: "tiles_laid_out";
}

/** The free card of a turn of rolling (DB-11). */
export interface FreeCardTaken {
  kind: "free_card_taken";
  seat: number;
  resource: string;
}

/** A turn of rolling without a free card (DB-11). */
export interface PilesFoundEmpty {
  kind: "piles_found_empty";
  seat: number;
}

/** The dice of a turn, or those that were rolled again (DB-12, DB-13). */
export interface DiceRolled {
  kind: "dice_rolled";
  seat: number;
  dice: string;
}

/** A roll that ends the turn without a card (DB-12, DB-16, DB-17). */
export interface DiceGaveNothing {
  kind: "dice_gave_nothing";
  seat: number;
}

/** The die set aside (DB-13). */
export interface DieKept {
  kind: "die_kept";
  seat: number;
  die: string;
}

/** The cards that the dice gave; none from an empty pile (DB-12, DB-14, DB-15). */
export interface CardsTaken {
  kind: "cards_taken";
  seat: number;
  resource: string;
  number: number;
}

/** A tile that is placed and still to be paid for (DB-20, DB-21). */
export interface TileBuilt {
  kind: "tile_built";
  seat: number;
  tile: string;
  space: string;
}

/** The cards that left the hand for the tile (DB-24). */
export interface TilePaid {
  kind: "tile_paid";
  seat: number;
  cards: string;
}

/** Neighbours gave the whole cost of the tile (DB-25). */
export interface NothingPaid {
  kind: "nothing_paid";
  seat: number;
}

/** The points of a tent that touches no other (DB-30). */
export interface TentAloneScored {
  kind: "tent_alone_scored";
  seat: number;
  points: number;
}

/** A tent that got no marker (DB-23). */
export interface NoMarkerLeft {
  kind: "no_marker_left";
  seat: number;
}

/** The tent on this space is the seventh of its camp (DB-32). */
export interface CampCompleted {
  kind: "camp_completed";
  space: string;
}

/** What a player's markers in a full camp are worth (DB-32). */
export interface CampScored {
  kind: "camp_scored";
  scorer: number;
  points: number;
}

/** What the seventh tent is worth to the one who placed it (DB-33). */
export interface ClosingScored {
  kind: "closing_scored";
  scorer: number;
  points: number;
}

/** A player builds no more this turn (DB-27). */
export interface BuildingEnded {
  kind: "building_ended";
  seat: number;
}

/** A new tile lies face up (DB-28). */
export interface TileTurned {
  kind: "tile_turned";
  side: number;
  tile: string;
}

/** The game is over, and the last points are counted (DB-41, DB-42). */
export interface FinalCount {
  kind: "final_count";
}

/** At the end: what a player's markers on the board are worth (DB-41). */
export interface MarkersCounted {
  kind: "markers_counted";
  seat: number;
  points: number;
}

/** At the end: what it is worth to hold the most cards of a resource (DB-42). */
export interface MostCards {
  kind: "most_cards";
  seat: number;
  resource: string;
  points: number;
}

/** At the end: several hold the most cards of a resource, and none gets points for it (DB-42). */
export interface MostTied {
  kind: "most_tied";
  resource: string;
}

export type CampEvent =
  | SetupDiceRolled
  | WildsNamed
  | ExtraCardTaken
  | TilesLaidOut
  | FreeCardTaken
  | PilesFoundEmpty
  | DiceRolled
  | DiceGaveNothing
  | DieKept
  | CardsTaken
  | TileBuilt
  | TilePaid
  | NothingPaid
  | TentAloneScored
  | NoMarkerLeft
  | CampCompleted
  | CampScored
  | ClosingScored
  | BuildingEnded
  | TileTurned
  | FinalCount
  | MarkersCounted
  | MostCards
  | MostTied;

/** A die of the roll for the start (BZ-04). It belongs to no turn: all these rolls are told in one line. */
export interface StartRolled {
  kind: "start_rolled";
  roller: number;
  face: string;
}

/** Who begins, once the roll for the start has decided it (BZ-04). */
export interface StartDecided {
  kind: "start_decided";
  seat: number;
}

/** The face of the die: a token of this colour is taken (BZ-10), unless it is Choice or `ColourRunOut` follows. */
export interface DieRolled {
  kind: "die_rolled";
  seat: number;
  face: string;
}

/** The bank has no token of the colour that was rolled: nothing is taken (BZ-14). */
export interface ColourRunOut {
  kind: "colour_run_out";
  colour: string;
}

/** The colour that was chosen after Choice (BZ-10). */
export interface TokenTaken {
  kind: "token_taken";
  seat: number;
  colour: string;
}

/** A trade (BZ-12). */
export interface TokensTraded {
  kind: "tokens_traded";
  seat: number;
  returned: string;
  taken: string;
}

/** A purchase (BZ-15). */
export interface WareBought {
  kind: "ware_bought";
  seat: number;
  ware: string;
  stall: number;
}

/** The points of the wares that were bought in this turn, once its purchases are over (BZ-20, BZ-40). */
export interface PurchasesScored {
  kind: "purchases_scored";
  seat: number;
  wares: string[];
  points: number;
  /** The columns that they count in. */
  sources: string[];
}

/** What a stall shows after a purchase (BZ-02). */
export interface WareShown {
  kind: "ware_shown";
  stall: number;
  ware: string;
}

/** A stall without wares, whose star raises later purchases (BZ-22). */
export interface StallEmptied {
  kind: "stall_emptied";
  stall: number;
}

/** A turn in which a ware could have been bought, and was not (BZ-15). */
export interface NothingBought {
  kind: "nothing_bought";
  seat: number;
}

/** A second ware could have been bought, and was not (BZ-40). */
export interface StoppedAtOne {
  kind: "stopped_at_one";
  seat: number;
}

/** In the puzzle for one: the player's own tokens that go back, down to ten (BZ-51). */
export interface TokensReturned {
  kind: "tokens_returned";
  seat: number;
  tokens: string;
}

/** The left neighbour's choice of the tokens that go back, down to ten (BZ-17). */
export interface TokensSentBack {
  kind: "tokens_sent_back";
  seat: number;
  /** Whose tokens they were. */
  owner: number;
  tokens: string;
}

/** The tokens are exactly those of the ware (BZ-50). */
export interface PuzzleSolved {
  kind: "puzzle_solved";
  seat: number;
  turns: number;
}

export type BazaarEvent =
  | StartRolled
  | StartDecided
  | DieRolled
  | ColourRunOut
  | TokenTaken
  | TokensTraded
  | WareBought
  | PurchasesScored
  | WareShown
  | StallEmptied
  | NothingBought
  | StoppedAtOne
  | TokensReturned
  | TokensSentBack
  | PuzzleSolved;

/** What happened in any game; `PlainEvent` in those that tell no more. */
export type GameEvent =
  | PlainEvent
  | DesertEvent
  | CampEvent
  | BazaarEvent;

/** The seat is to choose one of its actions. */
export interface AskAction {
  kind: "ask_action";
  /** The seat to act. */
  seat: number;
}

export type PlainQuestion =
  | AskAction;

/** Place a leader. */
export interface AskLeader {
  kind: "ask_leader";
  /** The seat to act. */
  seat: number;
}

/** Place a camel, the only one of this first turn (TD-21). */
export interface AskOnlyCamel {
  kind: "ask_only_camel";
  /** The seat to act. */
  seat: number;
}

/** Place the first of two camels. */
export interface AskFirstCamel {
  kind: "ask_first_camel";
  /** The seat to act. */
  seat: number;
}

/** Place the second of two camels. */
export interface AskSecondCamel {
  kind: "ask_second_camel";
  /** The seat to act. */
  seat: number;
}

/** Place the last camel of the game: a pile has run out (TD-50). */
export interface AskLastCamel {
  kind: "ask_last_camel";
  /** The seat to act. */
  seat: number;
}

/** Pass: no camel can be placed (TD-20). */
export interface AskPass {
  kind: "ask_pass";
  /** The seat to act. */
  seat: number;
}

export type DesertQuestion =
  | AskLeader
  | AskOnlyCamel
  | AskFirstCamel
  | AskSecondCamel
  | AskLastCamel
  | AskPass;

/** Name what the wilds of a setup roll stand for (DB-02). */
export interface AskWilds {
  kind: "ask_wilds";
  /** The seat to act. */
  seat: number;
  dice: string;
  wilds: number;
}

/** Take an extra card, of so many that are left to take (DB-06). */
export interface AskExtra {
  kind: "ask_extra";
  /** The seat to act. */
  seat: number;
  number: number;
}

/** Roll or build (DB-10). */
export interface AskBegin {
  kind: "ask_begin";
  /** The seat to act. */
  seat: number;
}

/** Roll: no tile is within the means of this hand. Only those who see the hand are told so. */
export interface AskRollOnly {
  kind: "ask_roll_only";
  /** The seat to act. */
  seat: number;
}

/** Take cards, or keep a die and roll again (DB-12, DB-13). */
export interface AskCollect {
  kind: "ask_collect";
  /** The seat to act. */
  seat: number;
  dice: string;
}

/** Take cards: there is no die to roll again (DB-13). */
export interface AskTake {
  kind: "ask_take";
  /** The seat to act. */
  seat: number;
  dice: string;
}

/** Take cards, with the wild set aside (DB-15). */
export interface AskMatch {
  kind: "ask_match";
  /** The seat to act. */
  seat: number;
  dice: string;
}

/** Build another tile of the same side, or stop (DB-27). */
export interface AskBuild {
  kind: "ask_build";
  /** The seat to act. */
  seat: number;
  side: number;
}

/** Choose a space for the tile that is chosen already. */
export interface AskSpace {
  kind: "ask_space";
  /** The seat to act. */
  seat: number;
  tile: string;
}

/** Pay for the tile just placed (DB-24). */
export interface AskPay {
  kind: "ask_pay";
  /** The seat to act. */
  seat: number;
  tile: string;
  space: string;
}

export type CampQuestion =
  | AskWilds
  | AskExtra
  | AskBegin
  | AskRollOnly
  | AskCollect
  | AskTake
  | AskMatch
  | AskBuild
  | AskSpace
  | AskPay;

/** Roll for the first token (BZ-10). */
export interface AskFirstRoll {
  kind: "ask_first_roll";
  /** The seat to act. */
  seat: number;
}

/** Roll: no trade is possible (BZ-11). */
export interface AskRoll {
  kind: "ask_roll";
  /** The seat to act. */
  seat: number;
}

/** Roll or trade (BZ-11). */
export interface AskRollOrTrade {
  kind: "ask_roll_or_trade";
  /** The seat to act. */
  seat: number;
}

/** Choose the colour of a token, after Choice (BZ-10). */
export interface AskTokenColour {
  kind: "ask_token_colour";
  /** The seat to act. */
  seat: number;
}

/** Buy a ware, or pass (BZ-15). */
export interface AskPurchase {
  kind: "ask_purchase";
  /** The seat to act. */
  seat: number;
}

/** Buy a second ware, or pass (BZ-40). */
export interface AskSecondPurchase {
  kind: "ask_second_purchase";
  /** The seat to act. */
  seat: number;
}

/** In the puzzle for one: choose which of one's own tokens go back (BZ-51). */
export interface AskReturn {
  kind: "ask_return";
  /** The seat to act. */
  seat: number;
  held: number;
  over: number;
}

/** Choose which tokens of the right neighbour go back (BZ-17). */
export interface AskSendBack {
  kind: "ask_send_back";
  /** The seat to act. */
  seat: number;
  owner: number;
  held: number;
  over: number;
}

export type BazaarQuestion =
  | AskFirstRoll
  | AskRoll
  | AskRollOrTrade
  | AskTokenColour
  | AskPurchase
  | AskSecondPurchase
  | AskReturn
  | AskSendBack;

/** What is asked in any game; `PlainQuestion` in those that tell no more. */
export type GameQuestion =
  | PlainQuestion
  | DesertQuestion
  | CampQuestion
  | BazaarQuestion;

/** An action by its text. */
export interface CouldPlay {
  kind: "could_play";
  action: string;
}

export type PlainAdvice =
  | CouldPlay;

/** Place this leader there. */
export interface CouldPlaceLeader {
  kind: "could_place_leader";
  colour: string;
  space: string;
}

/** Place a camel of this colour there. */
export interface CouldPlaceCamel {
  kind: "could_place_camel";
  colour: string;
  space: string;
}

/** Pass. */
export interface CouldPass {
  kind: "could_pass";
}

export type DesertAdvice =
  | CouldPlaceLeader
  | CouldPlaceCamel
  | CouldPass;

/** Take these cards for the wilds. */
export interface CouldNameWilds {
  kind: "could_name_wilds";
  cards: string;
  number: number;
}

/** Take an extra card of this resource. */
export interface CouldTakeExtra {
  kind: "could_take_extra";
  resource: string;
}

/** Roll, with a free card of this resource. */
export interface CouldRoll {
  kind: "could_roll";
  resource: string;
}

/** Roll without a free card. */
export interface CouldRollOnly {
  kind: "could_roll_only";
}

/** Take the cards of this resource. */
export interface CouldTakeCards {
  kind: "could_take_cards";
  resource: string;
}

/** Keep this die and roll the others again. */
export interface CouldKeep {
  kind: "could_keep";
  die: string;
}

/** Build this tile there. */
export interface CouldBuild {
  kind: "could_build";
  tile: string;
  space: string;
}

/** Pay these cards. */
export interface CouldPay {
  kind: "could_pay";
  cards: string;
}

/** Build for nothing. */
export interface CouldPayNothing {
  kind: "could_pay_nothing";
}

/** Build no more. */
export interface CouldStop {
  kind: "could_stop";
}

export type CampAdvice =
  | CouldNameWilds
  | CouldTakeExtra
  | CouldRoll
  | CouldRollOnly
  | CouldTakeCards
  | CouldKeep
  | CouldBuild
  | CouldPay
  | CouldPayNothing
  | CouldStop;

/** Roll. */
export interface CouldRollDie {
  kind: "could_roll_die";
}

/** Take a token of this colour. */
export interface CouldTakeToken {
  kind: "could_take_token";
  colour: string;
}

/** Make this trade. */
export interface CouldTradeTokens {
  kind: "could_trade_tokens";
  returned: string;
  taken: string;
}

/** Buy this ware. */
export interface CouldBuyWare {
  kind: "could_buy_ware";
  ware: string;
}

/** Pass without a purchase. */
export interface CouldBuyNothing {
  kind: "could_buy_nothing";
}

/** Pass after the first purchase. */
export interface CouldStopAtOne {
  kind: "could_stop_at_one";
}

/** Return these tokens of one's own. */
export interface CouldReturnTokens {
  kind: "could_return_tokens";
  tokens: string;
}

/** Send back these tokens of the right neighbour. */
export interface CouldSendBack {
  kind: "could_send_back";
  owner: number;
  tokens: string;
}

export type BazaarAdvice =
  | CouldRollDie
  | CouldTakeToken
  | CouldTradeTokens
  | CouldBuyWare
  | CouldBuyNothing
  | CouldStopAtOne
  | CouldReturnTokens
  | CouldSendBack;

/** What could be done in any game; `PlainAdvice` in those that tell no more. */
export type GameAdvice =
  | PlainAdvice
  | DesertAdvice
  | CampAdvice
  | BazaarAdvice;

/** An offer of any game: the text that plays it, the points that it earns at once, then what its kind has. */
export type OfferRow = [text: string, earns: number, ...fields: unknown[]];

export interface DesertOffers {
  /** A leader (TD-10) or a camel (TD-20) of this colour on this space. */
  place?: [text: string, earns: number, colour: string, space: string][];
  /** No placement exists (TD-20); never a choice. */
  pass?: [text: string, earns: number][];
}

export interface CampOffers {
  /** Setup: what the wilds of this roll stand for (DB-02). */
  name?: [text: string, earns: number, cards: string][];
  /** Roll for resources, with this resource as the free card (DB-11); null when every pile is empty. */
  roll?: [text: string, earns: number, free: string | null][];
  /** Take the cards of this resource that the dice give (DB-12, DB-15), or one as an extra card (DB-06). */
  collect?: [text: string, earns: number, resource: string][];
  /** Set aside a die with this face, a letter or * for a wild, and roll the other live dice again (DB-13). */
  keep?: [text: string, earns: number, face: string][];
  /** Place this tile there (DB-20, DB-21); how it is paid for is the next action. */
  build?: [text: string, earns: number, tile: string, space: string, price: string][];
  /** The cards that leave the hand for the tile just placed, those traded three for one included (DB-24 to DB-26). */
  pay?: [text: string, earns: number, cards: string][];
  /** Build no more this turn (DB-27). */
  done?: [text: string, earns: number][];
}

export interface BazaarOffers {
  /** Roll the die instead of trading (BZ-10, BZ-11). */
  roll?: [text: string, earns: number][];
  /** After Choice: one token of this colour (BZ-10). */
  take?: [text: string, earns: number, colour: string][];
  /** One posted equation, in one direction (BZ-12). */
  trade?: [text: string, earns: number, returned: string, taken: string][];
  /** A ware on display for its five tokens (BZ-15). */
  buy?: [text: string, earns: number, ware: string][];
  /** Buy nothing, or nothing more (BZ-15). */
  pass?: [text: string, earns: number][];
  /** The tokens of the player on turn that go back to the bank, so that ten are left (BZ-17, BZ-51). */
  return?: [text: string, earns: number, tokens: string][];
}

/** What a viewer may play, by kind of action. */
export type Offers =
  | DesertOffers
  | CampOffers
  | BazaarOffers;

export type DesertAction =
  | { kind: "place"; text: string; colour: string; space: string }
  | { kind: "pass"; text: string };

export type CampAction =
  | { kind: "name"; text: string; cards: string }
  | { kind: "roll"; text: string; free: string | null }
  | { kind: "collect"; text: string; resource: string }
  | { kind: "keep"; text: string; face: string }
  | { kind: "build"; text: string; tile: string; space: string }
  | { kind: "pay"; text: string; cards: string }
  | { kind: "done"; text: string };

export type BazaarAction =
  | { kind: "roll"; text: string }
  | { kind: "take"; text: string; colour: string }
  | { kind: "trade"; text: string; returned: string; taken: string }
  | { kind: "buy"; text: string; ware: string }
  | { kind: "pass"; text: string }
  | { kind: "return"; text: string; tokens: string };

/** An action with its fields. */
export type GameAction =
  | DesertAction
  | CampAction
  | BazaarAction;
