// What goes over the wire: the types of all messages, pages and views.
// Made by `python -m saltroad.protocol.typescript` (make wire) from the Python code: change it there.

/**
 * Take a seat that is free, or change to it, before the game begins; or, at one's own seat, give the hash of one's
 * share of the dice.
 */
export interface Sit {
  type: "sit";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  seat: number;
  /**
   * The hash of one's share of the dice, 64 hexadecimal digits; replaces the one given before, and empty leaves that.
   * Seats without one have no share in the dice: see docs/reference/fair-dice.md.
   */
  share_hash?: string;
  /** For a seat that is kept: the key of its link. */
  key?: string;
}

/**
 * Leave one's seat: it is open again, or a bot plays on for a game that has begun. While the dice are dealt, the
 * deal is given up, and the table is open with new dice.
 */
export interface Stand {
  type: "stand";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
}

/**
 * Before the game begins: what an empty seat is for. Only whoever made the table may. While the dice are dealt:
 * take the seat of somebody whose share has not come for 60 seconds; the deal is given up.
 */
export interface SetSeat {
  type: "set_seat";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  seat: number;
  kind: "bot" | "kept" | "open";
  bot?: string;
}

/**
 * Begin the game: every seat is taken. Only whoever made the table may. If hashes of shares were given, the table
 * is `dealing` until all shares have come.
 */
export interface Start {
  type: "start";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
}

/** Send one's share of the dice, while the table is `dealing`. */
export interface Reveal {
  type: "reveal";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  /** 64 hexadecimal digits: what the hash was made from. */
  share: string;
}

/** Give the table up before the game begins. Only whoever made the table may. */
export interface Close {
  type: "close";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
}

/** Another game with the same people: the update names the table. */
export interface Again {
  type: "again";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  /** Whether it begins at once where all the others are bots. Without, one can give a share of the dice first. */
  start?: boolean;
}

/** Play an action for one's seat. */
export interface Act {
  type: "act";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  ply: number;
  action: string;
  /** That of the update it answers, if told: a message that was late is then not played after the game went back. */
  revision?: number | null;
}

/** Take back one's own last action of this turn. */
export interface Undo {
  type: "undo";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  ply: number;
  revision?: number | null;
}

/** Ask the others to take the game back to before one's last action. What chance has decided stays decided. */
export interface AskBack {
  type: "ask_back";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
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
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
}

/** Agree to what is asked, or not; whoever asked may so withdraw it. */
export interface Answer {
  type: "answer";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  what: "back" | "pause" | "stand_in";
  /** The ply that the question named. */
  to_ply: number;
  agree: boolean;
}

/** End the pause. */
export interface Resume {
  type: "resume";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
}

/**
 * Let a bot play for a seat whose owner is away while the table waits for them; or, for one's own seat, leave it to
 * a bot or take it back. For another's seat the host's word is enough; else all others who play have to agree.
 */
export interface StandIn {
  type: "stand_in";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  seat: number;
  bot: boolean;
}

/** Ask why an action is or is not legal now. */
export interface Explain {
  type: "explain";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  ply: number;
  action: string;
}

/** Ask a bot what it would play; only where all the others are bots. */
export interface Hint {
  type: "hint";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  ply: number;
}

/** Say something at the table. */
export interface Say {
  type: "say";
  /**
   * The client's own number for this; the answer carries it as `to`. Without one an update that shows what was asked
   * for is answer enough: `done` comes only where none does.
   */
  id?: number;
  text: string;
}

/** One ply of the log. */
export interface Happened {
  /** A seat, or -1 for chance. */
  actor: number;
  action: string;
  /**
   * What happened, in words and in the reader's language; empty where nothing is to be told, or no language was
   * asked for.
   */
  said: string;
  /** The moment it was stored, in milliseconds. */
  at: number;
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

/** A wish that waits for answers. */
export interface Asked {
  /** `back`, `pause` or `stand_in`. */
  what: string;
  seat: number;
  to_ply: number;
  waits_for: number[];
  /** Of `stand_in`: the seat that a bot is to play for. */
  about: number | null;
  /** Of a take-back: whether chance is to decide anew. */
  redraw: boolean;
}

/** Something that the viewer may play now, with what it would bring at once: `["blue m10", 3, null]`. */
export type OfferShown = [
  action: string,
  /** Points. */
  earns: number,
  /** What it costs, where it costs something or could: a set of cards such as `PPW`; empty when it is free. */
  price: string | null,
];

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
 * The clocks as they stand at the moment `at`, by a clock of the server's own that nobody sets; that of a seat in
 * `running` goes on from there.
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

/** Where a table stands, for one viewer. */
export interface Update {
  type: "update";
  table: string;
  /** Rises with every change of the table; another server's begins anew. */
  number: number;
  /** Another number than before: the client forgets the log and the view that it had. */
  revision: number;
  game: string;
  options: string;
  public: boolean;
  /** How long one may think, as in `NewTable`. */
  pace: Pace;
  /** Whether the order of the seats is drawn when the game begins. */
  drawn: boolean;
  /** `open`, `dealing` (waits for the players' shares of the dice), `playing`, `over` or `closed`. */
  state: string;
  seats: SeatShown[];
  /** How many watch without a seat. */
  watching: number;
  /** The next one. */
  ply: number;
  /** The seat to act, -2 when nobody is. */
  actor: number;
  asked: Asked | null;
  /** The seat for which a bot is thinking. */
  thinks: number | null;
  clocks: Clocks;
  outcome: Outcome | null;
  /** The scheme of the dice: see docs/reference/fair-dice.md. */
  dice: string;
  /** The promise of the dice. */
  commitment: string;
  /** How many promises there were: more than one if a deal was given up. */
  deals: number;
  /** null once the game has begun. */
  deal: Deal | null;
  /** Shown when the game is over. */
  seed: string | null;
  /** The table of the next game with the same people. */
  again: string | null;
  /** Whether it is a record that somebody brought in: see `TableShown`. */
  imported: boolean;
  /** The viewer's own, null for a spectator. */
  seat: number | null;
  /** Whether the viewer made the table: only the host may change it and begin. */
  is_host: boolean;
  /**
   * The number of the update before it on this connection, 0 for the first: whoever has another missed one, and
   * connects again.
   */
  after: number;
  first_ply: number;
  /** The log from `first_ply` on; it replaces whatever the client had from there. */
  happened: Happened[];
  /** What is asked and of whom, in one line; empty when no language was asked for. */
  asks: string;
  /** The whole view; null before the game begins, or when `changed` has all that is new. */
  view: View | null;
  /** The fields of the view that are not as in the last update of this connection; null when `view` is there. */
  changed: Partial<View> | null;
  /** What the viewer may play now. */
  offers: OfferShown[];
  /** What the game adds to the offers, such as wares in reach; null for nothing. */
  more: any;
  can_undo: boolean;
  /** For the host of a table that has not begun: the key of each seat that is kept. */
  keys: (string | null)[] | null;
}

/** A line of chat, or a notice of something that happened at the table and is no move. */
export interface ChatLineShown {
  number: number;
  /** Who said it, or did it; empty for a notice of what the clock did. */
  name: string;
  seat: number | null;
  /** Empty for a notice. */
  text: string;
  at: number;
  /** What happened; null for what somebody said. */
  notice: "came_back" | "left" | "stand_in" | "stand_in_time" | null;
  /** The seat that a notice is about. */
  about: number | null;
}

/** New lines of chat. */
export interface Chat {
  type: "chat";
  lines: ChatLineShown[];
}

/** From time to time: the line is alive, and this is what it has carried. */
export interface Pulse {
  type: "pulse";
  /** That of the last update on this connection. */
  number: number;
  /** That of the last line of chat on this connection, 0 for none. */
  line: number;
}

/**
 * Whether the server can store moves: sent when storing begins to fail and when it works again, and to a new
 * connection while it fails. What was stored before is not lost.
 */
export interface StorageStatus {
  type: "storing";
  works: boolean;
  /** Why not: `full`, `read_only`, `damaged`, `locked`, `away`, `not_alone` or `failed`; empty when it works. */
  cause: string;
  sentence: string;
}

/** What was asked for is done and stored; the update that shows it is on its way or was sent. */
export interface Done {
  type: "done";
  to: number;
}

/** Whether an action is legal, by which rule, and why. */
export interface Explained {
  type: "explained";
  to: number;
  action: string;
  legal: boolean;
  rule: string;
  sentence: string;
}

/** What a bot would play. */
export interface Hinted {
  type: "hinted";
  to: number;
  ply: number;
  action: string;
  /** The action in words. */
  name: string;
  /** Of the win, that the bot gives the asker after it, from 0 to 1; null if it has not searched. */
  share: number | null;
  /** The same after the best of the other moves that it tried. */
  instead: number | null;
}

/** Something that was asked for cannot be done. Nothing has changed. */
export interface Refused {
  type: "refused";
  to: number;
  code: string;
  sentence: string;
  rule: string | null;
  /** The next ply, for a client that is behind. */
  ply: number;
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

/** One thing that a table can agree on. The first value is the default. */
export interface OptionShown {
  name: string;
  about: string;
  values: string[];
  /** If given: the option, once on, is for these numbers of players only. */
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
  /** What the ids of its rules begin with: `TD` of `TD-12`. */
  rule_prefix: string;
  /** From the weakest to the strongest. */
  bots: string[];
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

/** What a seat of a new table is for; `me` is the host. */
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
  /** The promise of the dice. */
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
  asks: string;
  view: View;
}

/** A record to be imported as a finished game. */
export interface NewRecord {
  text: string;
}

/** What chance decided at a ply. */
export interface Drawn {
  ply: number;
  /** All possible outcomes, in the order of the rules. */
  outcomes: string[];
  weights: number[];
  /** The index in `outcomes` of what was drawn. */
  happened: number;
}

/** All that decided chance in a finished game: enough to repeat every draw. Seats are counted from 0. */
export interface DiceShown {
  scheme: string;
  table: string;
  commitment: string;
  seed: string;
  /** By seat before the order was drawn; empty for a seat without a share. */
  share_hashes: string[];
  /** The same. */
  shares: string[];
  /** For each seat its number before the order was drawn; null if none was drawn. */
  order: number[] | null;
  /** The plies that the game was taken back to for a new draw, in order. */
  drawn_anew: number[];
  deals: number;
  draws: Drawn[];
}

/** The address under which others reach the server: the start of links to it. */
export interface Address {
  /** Empty where the address that the caller uses will do. */
  url: string;
}

/** The body of every refusal over HTTP. */
export interface RefusalBody {
  code: string;
  sentence: string;
  rule: string | null;
}

/** Where a right action of a lesson leads. */
export interface LessonAfter {
  action: string;
  view: View;
  happened: Happened[];
  praise: string;
}

/** One step of a first game: what is said, the position, what may be done, and what is right. */
export interface LessonStep {
  says: string;
  view: View;
  /** Since the step before. */
  happened: Happened[];
  offers: OfferShown[];
  more: any;
  /** Any of these goes on; empty where one only reads, or asks. */
  does: string[];
  /** Any of these, asked "why not?", goes on. */
  asks: string[];
  /** What is said once it is asked. */
  praise: string;
  after: LessonAfter[];
  /** An action whose space is shown from the start, or nothing. */
  points_at: string;
}

/** A first game. The reader is seat 0. */
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
  /** To be marked on it. */
  happened: Happened[];
  /** Where what may be done is shown too. */
  offers: OfferShown[];
  points_at: string;
  /** The part of the board that matters: spaces, or names of places; all of it if empty. */
  shows: string[];
}

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
  start: number;
  /** What is asked: one of state.PHASES. */
  phase: "setup" | "turn" | "dice" | "again" | "name" | "begin" | "collect" | "match" | "build" | "pay" | "over";
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

/** A game of Bazaar as anybody at the table sees it. */
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
