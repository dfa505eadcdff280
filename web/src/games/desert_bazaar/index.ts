// Desert Bazaar in the browser: all that the shell imports of it.
import { m } from "../../paraglide/messages";
import type { GameFolder } from "../contract";
import { SOURCE_NAMES } from "./sources";

const desertBazaar: GameFolder = {
  about: m.db_about,
  sources: SOURCE_NAMES,
  ends: {
    board_full: m.db_end_board_full,
    tiles_used: m.db_end_tiles_used,
    nothing_built: m.db_end_nothing_built,
  },
  options: {
    start: m.db_option_start,
    open_hands: m.db_option_open_hands,
    fair_start: m.db_option_fair_start,
  },
  Board: () => import("./Board.svelte"),
  Holdings: () => import("./Holdings.svelte"),
  Picture: () => import("./Picture.svelte"),
  pieces: () => import("./pieces"),
  // The tray is drawn as on a phone.
  pictureWidth: (places) => (places.includes("asks") ? 460 : undefined),
};

export default desertBazaar;
