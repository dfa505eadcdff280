// The value of a hint in words.
import { m } from "../paraglide/messages";

/** The chance to win that a bot sees after its move, and after the next best if that is less; "" if it has not searched. */
export function worthOfHint(share: number | null, instead: number | null): string {
  if (share === null) return "";
  const then = Math.round(100 * share);
  const other = Math.round(100 * (instead ?? 1));
  return other < then ? m.hint_share_instead({ share: then, instead: other }) : m.hint_share({ share: then });
}
