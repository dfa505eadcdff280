// What every board gets and gives: the whole of what the table's page and a game's board know of each other.
import type { Component } from "svelte";
import type { Explained, Happened, OfferShown, SeatShown } from "../wire";
import type { Adorn, Piece } from "./adorned";

export interface BoardProps<V> {
  /** The game's view (wire.ts: DesertView, CampView, BazaarView). */
  view: V;
  /** What the game adds, such as wares in reach. */
  more: any | null;
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

// The page does not know which game it shows, so here, and only here, a view may be any.
export interface GameParts {
  Board: Component<BoardProps<any>>;
  Holdings: Component<HoldingsProps<any>>;
  /** None for a game that needs no letters. */
  adorning: Adorning | null;
}
