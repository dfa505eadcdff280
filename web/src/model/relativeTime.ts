// Moments in words: "5 minutes ago", "yesterday". Pure.

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago, or how far ahead, a moment is. */
export function relative(moment: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const apart = moment - now;
  for (const [unit, length] of STEPS) {
    if (Math.abs(apart) >= length) return format.format(Math.round(apart / length), unit);
  }
  return format.format(0, "second");
}
