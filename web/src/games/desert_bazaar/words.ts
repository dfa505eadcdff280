// Desert Bazaar in words: cards, tiles and spaces, for labels and for screen readers.
import { m } from "../../paraglide/messages";
import { type SeatShown } from "../../wire";
import { andList } from "../../words";
import { costOf, countsOf, ENCAMPMENT_SIZE, LETTERS, productOf, type Share, type Space } from "./model";

/** A resource or a face of a die. */
export function faceWord(letter: string): string {
  if (letter === "S") return m.db_silk();
  if (letter === "C") return m.db_camel();
  if (letter === "P") return m.db_spice();
  if (letter === "W") return m.db_water();
  return letter === "*" ? m.db_wild() : m.db_desert();
}

/** A tent by its product: "silk tent". */
export function tentWord(tile: string): string {
  const product = productOf(tile);
  if (product === "S") return m.db_tent_silk();
  if (product === "C") return m.db_tent_camel();
  return product === "P" ? m.db_tent_spice() : m.db_tent_water();
}

function counted(letter: string, n: number): string {
  if (letter === "S") return m.db_n_silk({ n });
  if (letter === "C") return m.db_n_camel({ n });
  if (letter === "P") return m.db_n_spice({ n });
  return m.db_n_water({ n });
}

/** "2 silk and 1 camel". */
export function cardsWords(cards: string): string {
  const counts = countsOf(cards);
  const parts = LETTERS.flatMap((letter, k) => (counts[k]! > 0 ? [counted(letter, counts[k]!)] : []));
  return parts.length === 0 ? m.db_pay_empty() : andList(parts);
}

export const diceWords = (faces: string): string => andList([...faces].map(faceWord));

/** "water tent for 2 silk and 1 camel". */
export const tileWords = (tile: string): string => m.db_tile({ tent: tentWord(tile), cost: cardsWords(costOf(tile)) });

/** A piece in a sentence, in words. */
export function pieceLabel(kind: string, code: string): string {
  if (kind === "tile") return tileWords(code);
  return kind === "dice" ? diceWords(code) : cardsWords(code);
}

/** What stands on a space. */
export function standsWords(space: Space, seats: readonly SeatShown[]): string {
  const parts: string[] = [];
  const name = space.name;
  if (space.tile === null) {
    parts.push(space.room ? m.db_at_room({ space: name }) : m.db_at_barred({ space: name }));
  } else {
    const tent = tentWord(space.tile);
    if (space.unpaid) parts.push(m.db_at_unpaid({ space: name, tent }));
    else if (space.camp?.full) parts.push(m.db_at_full({ space: name, tent }));
    else if (space.owner === null) parts.push(m.db_at_unmarked({ space: name, tent }));
    else parts.push(m.db_at_tent({ space: name, tent, owner: seats[space.owner]?.name ?? "" }));
    if (space.camp && !space.camp.full)
      parts.push(space.camp.size === 1 ? m.db_alone() : m.db_in_camp({ n: space.camp.size, most: ENCAMPMENT_SIZE }));
    if (space.recent) parts.push(m.db_just_built());
  }
  return parts.join(" ");
}

/** What stands on a space, and what the chosen tile would cost and earn there. */
export function spaceWords(space: Space, seats: readonly SeatShown[], chosen: string | null): string {
  const parts = [standsWords(space, seats)];
  if (chosen !== null && space.tile === null) {
    const tent = tentWord(chosen);
    if (space.here === null) {
      if (space.room) parts.push(m.db_tent_not({ tent }));
    } else {
      const { price, earns } = space.here;
      parts.push(price === "" ? m.db_tent_free({ tent }) : m.db_tent_costs({ tent, price: cardsWords(price) }));
      if (earns > 0) parts.push(m.db_earns({ n: earns }));
    }
  }
  if (space.free) parts.push(m.db_free_for_some());
  return parts.join(" ");
}

/** Where the cards of a resource are, and who has the most of them. */
export function shareWords(share: Share, seats: readonly SeatShown[], seat: number | null): string {
  const resource = faceWord(share.letter);
  const { pile, own, others } = share;
  let where: string;
  if (share.bySeat !== null) {
    const hands = andList(share.bySeat.map((count, k) => `${seats[k]?.name ?? ""} ${count}`));
    where = m.db_pile_open({ resource, pile, hands });
  } else if (seat === null) {
    where = m.db_pile_watch({ resource, pile, others });
  } else {
    where = m.db_pile_of({ resource, pile, own, others });
  }
  if (share.leader === null) return where;
  return `${where} ${share.leader === seat ? m.db_leads_you() : m.db_leads({ name: seats[share.leader]?.name ?? "" })}`;
}
