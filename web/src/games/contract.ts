// The contract between the shell and a game's folder: the folder's contents, and the props of its components.
import type { Component } from "svelte";
import type { Parts } from "../messages/parts";
import type { Explained, GameAction, GameEvent, Happened, Offers, SeatShown } from "../wire";

/** What a board points at: the events of a line of the log, or an action that is suggested. */
export type Pointed = GameEvent | GameAction;

export interface BoardProps<V, O = Offers> {
  /** The game's name. A board knows its own; the generic one asks for its words. */
  game: string;
  /** The game's view (wire.ts: DesertView, CampView, BazaarView). */
  view: V;
  /** What the game adds, such as wares in reach. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game has its own, which its board knows
  more: any;
  /** What this viewer may play now, by kind of action (wire.ts: DesertOffers and so on); {} when not on turn. */
  offers: O;
  /** Names and kinds. */
  seats: SeatShown[];
  /** The viewer's own seat. */
  seat: number | null;
  /** Plies since the viewer's last look, to be marked on the board: what happened is in their `events`. */
  recent: Happened[];
  /** What the log, a hint or a lesson points at: highlight its spaces. Empty for nothing. */
  pointed: readonly Pointed[];
  /** A move is on its way: no second one. */
  busy: boolean;
  /** No animation, by the setting or by prefers-reduced-motion. */
  still: boolean;
  /** Play an action by its text, such as "blue m10": the first of an offer's row. */
  act: (action: string) => void;
  /** Why not? With the rule. */
  explain: (action: string) => Promise<Explained | null>;
  /** The sentence of such an answer, for Sentence.svelte. In the language of the moment: call it where it is drawn. */
  tell: (explained: Explained) => Parts;
}

export interface HoldingsProps<V> {
  /** The game's name, as in `BoardProps`. */
  game: string;
  view: V;
  /** Whose holdings. */
  seat: number;
  /** How many seats there are. */
  seats: number;
  /** On a phone's strip, or where the rail is narrow. */
  compact?: boolean;
}

/** A piece within a sentence. */
export interface PieceProps {
  /** How it is drawn; each game knows its own kinds. */
  kind: string;
  /** The piece in the game's notation. */
  code: string;
  /** The same in words, in the user's language. */
  label: string;
}

/** How a game draws the pieces in sentences about it, and says them in words. */
export interface Pieces {
  Piece: Component<PieceProps>;
  pieceLabel: (kind: string, code: string) => string;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- the shell does not know which game it shows: here, and only
   here, a view may be any. */
export type Board = Component<BoardProps<any, any>>;
export type Holdings = Component<HoldingsProps<any>>;
/* eslint-enable @typescript-eslint/no-explicit-any */

/** The components that a table, a replay or a lesson shows. */
export interface BoardSet {
  Board: Board;
  Holdings: Holdings;
  /** Null for a game whose sentences have no pieces. */
  pieces: Pieces | null;
}

type Words = Readonly<Record<string, () => string>>;
type Lazy<T> = () => Promise<T>;
type LazyComponent<C> = Lazy<{ default: C }>;

/**
 * A game's folder, as its index.ts gives it. The words are there at once, since every page needs some; components are
 * fetched when they are looked at. What the server's list of games tells (title, players, levels) is not repeated here.
 * A game without a folder gets the generic board (games/generic).
 */
export interface GameFolder {
  about: () => string;
  /** The sources of points in the order of the view's `points`, then those that only an outcome has. */
  sources: Words;
  /** The reasons for which a game ends. */
  ends: Words;
  options: Words;

  Board: LazyComponent<Board>;
  Holdings: LazyComponent<Holdings>;
  /** The picture on the home page. */
  Picture: LazyComponent<Component>;
  /** The pieces in sentences, for a game that has some: `() => import("./pieces")`. */
  pieces?: Lazy<Pieces>;
  /** Some pieces that show what the setting for symbols does. */
  SymbolSample?: LazyComponent<Component>;
  /** The width at which a rule's picture of these places is drawn before it is cut, where 960 pixels do not fit. */
  pictureWidth?: (places: readonly string[], available: number) => number | undefined;
}
