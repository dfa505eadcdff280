// The pieces in sentences about Desert Bazaar.
export { default as Piece } from "./Piece.svelte";
export { pieceLabel } from "../words";
