// What the shell and a game's folder know of each other: the folder's contents, and the props of its components.
import type { Component } from "svelte";
import type { Explained, Happened, OfferShown, SeatShown } from "../wire";
import type { Adorn, Piece } from "./adorned";

export interface BoardProps<V> {
  /** The game's view (wire.ts: DesertView, CampView, BazaarView). */
  view: V;
  /** What the game adds, such as wares in reach. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game has its own, which its board knows
  more: any;
  /** [action, earns, price]: what this viewer may play now; [] when not on turn. */
  offers: OfferShown[];
  /** Names and kinds. */
  seats: SeatShown[];
  /** The viewer's own seat. */
  seat: number | null;
  /** Plies since the viewer's last look, to be marked on the board. */
  recent: Happened[];
  /** An action text that the log points at: highlight its space. */
  pointed: string | null;
  /** A move is on its way: no second one. */
  busy: boolean;
  /** No animation, by the setting or by prefers-reduced-motion. */
  still: boolean;
  /** Play an action text, such as "blue m10". */
  act: (action: string) => void;
  /** Why not? With the rule. */
  explain: (action: string) => Promise<Explained | null>;
}

export interface HoldingsProps<V> {
  view: V;
  /** Whose holdings. */
  seat: number;
  /** On a phone's strip, or where the rail is narrow. */
  compact?: boolean;
}

/** A piece within a sentence. */
export type PieceProps = Piece;

/** How a game shows the letters in sentences about it. */
export interface Adorning {
  adorn: Adorn;
  Piece: Component<PieceProps>;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- the shell does not know which game it shows: here, and only
   here, a view may be any. */
export type Board = Component<BoardProps<any>>;
export type Holdings = Component<HoldingsProps<any>>;
/* eslint-enable @typescript-eslint/no-explicit-any */

/** The components that a table, a replay or a lesson shows. */
export interface BoardSet {
  Board: Board;
  Holdings: Holdings;
  /** Null for a game whose sentences have no letters for pieces. */
  adorning: Adorning | null;
}

type Words = Readonly<Record<string, () => string>>;
type Lazy<T> = () => Promise<T>;
type LazyComponent<C> = Lazy<{ default: C }>;

/**
 * A game's folder, as its index.ts gives it. The words are there at once, since every page needs some; components are
 * fetched when they are looked at. What the server's list of games tells (title, players, levels) is not repeated here.
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
  /** How letters in sentences become pieces, for a game that has such letters. */
  adorn?: Lazy<{ adorn: Adorn }>;
  Piece?: LazyComponent<Component<PieceProps>>;
  /** Some pieces that show what the setting for symbols does. */
  SymbolSample?: LazyComponent<Component>;
  /** The width at which a rule's picture of these places is drawn before it is cut, where 960 pixels do not fit. */
  pictureWidth?: (places: readonly string[], available: number) => number | undefined;
}
