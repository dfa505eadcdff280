// Through the Desert in the browser: all that the shell imports of it.
import { m } from "../../paraglide/messages";
import type { GameFolder } from "../contract";

const throughTheDesert: GameFolder = {
  about: m.td_about,
  sources: {
    water: m.td_source_water,
    oases: m.td_source_oases,
    areas: m.td_source_areas,
    largest_caravans: m.td_source_largest_caravans,
  },
  ends: {
    pile_empty: m.td_end_pile_empty,
    all_passed: m.td_end_all_passed,
  },
  options: {
    start: m.td_option_start,
    open_scores: m.td_option_open_scores,
  },
  Board: () => import("./Board.svelte"),
  Holdings: () => import("./Holdings.svelte"),
  Picture: () => import("./Picture.svelte"),
};

export default throughTheDesert;
