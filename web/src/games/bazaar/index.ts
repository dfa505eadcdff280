// Bazaar in the browser: all that the shell imports of it.
import { m } from "../../paraglide/messages";
import type { GameFolder } from "../contract";

const bazaar: GameFolder = {
  about: m.bz_about,
  sources: {
    plain: m.bz_source_plain,
    star: m.bz_source_star,
    double_star: m.bz_source_double_star,
    turns: m.bz_source_turns,
  },
  ends: {
    two_stalls_empty: m.bz_end_two_stalls_empty,
    no_purchases: m.bz_end_no_purchases,
    puzzle_solved: m.bz_end_puzzle_solved,
  },
  options: {
    double_purchase: m.bz_option_double_purchase,
    solo: m.bz_option_solo,
  },
  Board: () => import("./Board.svelte"),
  Holdings: () => import("./Holdings.svelte"),
  Picture: () => import("./Picture.svelte"),
  pieces: () => import("./pieces"),
  SymbolSample: () => import("./pieces/SymbolSample.svelte"),
  // A hand is drawn as on a phone, and so are the stalls where there is little room.
  pictureWidth: (places, available) => {
    if (places.includes("hand")) return 460;
    return available < 480 && places.includes("stalls") ? 540 : undefined;
  },
};

export default bazaar;
