// The pieces in sentences about Bazaar.
export { default as Piece } from "./Piece.svelte";
export { pieceLabel } from "../words";
