// The result of a check of the dice in words.
import { m } from "../paraglide/messages";
import type { Differs } from "./check";

export function differsWords(differs: Differs): string {
  switch (differs.what) {
    case "promise":
      return m.differs_promise();
    case "seed":
      return m.differs_seed();
    case "left_out":
      return m.differs_left_out();
    case "deals":
      return m.differs_deals();
    case "order":
      return m.differs_order();
    case "log":
      return m.differs_log();
    case "hash":
      return m.differs_hash({ number: differs.seat + 1 });
    case "share":
      return m.differs_share({ number: differs.seat + 1 });
    case "players":
      return m.differs_players({ number: differs.seat + 1 });
    case "own_share":
      return m.differs_own_share();
    case "redraw":
      return m.differs_redraw({ ply: differs.ply });
    case "draw":
      return m.differs_draw({ ply: differs.ply, happened: differs.happened, drawn: differs.drawn });
  }
}
