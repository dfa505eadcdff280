// The clocks as they stand now, and as text. Pure: the moment is given.
import type { Clocks } from "../wire";

/** Milliseconds left to a seat at a moment (null: nothing limits it), and how long it has thought. */
export function clockOf(clocks: Clocks | null, seat: number, now: number): { left: number | null; used: number } {
  if (!clocks) return { left: null, used: 0 };
  const on = clocks.running === seat && !clocks.paused ? Math.max(0, now - clocks.at) : 0;
  const left = clocks.left[seat] ?? null;
  return { left: left === null ? null : Math.max(0, left - on), used: (clocks.used[seat] ?? 0) + on };
}

/** "4:05", "1:02:09", and days where there are days: "2 d 5 h". */
export function clockText(milliseconds: number, units: { day: string; hour: string }): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  if (days > 0) return `${days} ${units.day} ${hours % 24} ${units.hour}`;
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Whether little time is left: the last half minute. */
export function isShort(left: number | null): boolean {
  return left !== null && left < 30_000;
}
