// How long a connection that was lost waits before it is tried again. Pure.

/** The wait before the next attempt, in milliseconds: longer each time, and different for every client. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(15_000, 500 * 2 ** Math.min(attempt, 6));
  return Math.round(longest * (0.6 + 0.4 * random()));
}
