// The names of the sources of points, in the order of the view. Apart from words.ts, which brings the components along.
import { m } from "../../paraglide/messages";

export const SOURCE_NAMES: Readonly<Record<string, () => string>> = {
  isolated: m.db_source_isolated,
  encampments: m.db_source_encampments,
  closing: m.db_source_closing,
  markers: m.db_source_markers,
  majorities: m.db_source_majorities,
};
