// What a replay shows at a ply. Pure.
import type { Happened } from "../wire";

/** The ply before the first seat's action: the setup is done, the game begins. */
export function firstMove(log: readonly Happened[]): number {
  const first = log.findIndex((happened) => happened.actor >= 0);
  return first < 0 ? log.length : first;
}

/** What led to a position: its last ply, and before a ply of chance the action that called for it. */
export function shownRecent(log: readonly Happened[], ply: number): Happened[] {
  let first = ply - 1;
  while (first > 0 && log[first]!.actor < 0 && log[first - 1]!.actor < 0) first -= 1;
  if (first > 0 && log[first]!.actor < 0 && log[first - 1]!.actor >= 0) first -= 1;
  return log[first]?.actor === -1 ? log.slice(Math.max(0, ply - 1), ply) : log.slice(Math.max(0, first), ply);
}

/** A cache of requests, one for each set of arguments; a failed one is made again. */
export function memoized<Arguments extends unknown[], Answer>(
  ask: (...given: Arguments) => Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  const kept = new Map<string, Promise<Answer>>();
  return (...given) => {
    const key = JSON.stringify(given);
    const answer = kept.get(key) ?? ask(...given);
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
