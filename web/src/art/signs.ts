// The sign of each seat: a shape that tells it from the others without any colour.

const point = (angle: number, radius: number): string => {
  const turn = ((angle - 90) * Math.PI) / 180;
  return `${(Math.cos(turn) * radius).toFixed(3)} ${(Math.sin(turn) * radius).toFixed(3)}`;
};

const polygon = (...points: string[]): string => `M${points.join("L")}Z`;

const STAR = polygon(...Array.from({ length: 10 }, (_, i) => point(i * 36, i % 2 === 0 ? 1 : 0.44)));

const SIGNS: readonly string[] = [
  "M0 -0.86A0.86 0.86 0 1 1 0 0.86A0.86 0.86 0 1 1 0 -0.86Z",
  "M0 -0.92L0.95 0.76L-0.95 0.76Z",
  "M-0.76 -0.76H0.76V0.76H-0.76Z",
  "M0 -1L0.82 0L0 1L-0.82 0Z",
  STAR,
  "M0.36 -0.9A0.94 0.94 0 1 0 0.36 0.9A0.76 0.76 0 1 1 0.36 -0.9Z",
];

export const SIGN_NAMES = ["circle", "triangle", "square", "diamond", "star", "crescent"] as const;

/** Path data of a seat's sign, centred on 0,0 within a radius of 1. */
export function signPath(seat: number): string {
  return SIGNS[((seat % SIGNS.length) + SIGNS.length) % SIGNS.length]!;
}

/** The seat's colour as a style value, and as a tint for areas. */
export const seatColour = (seat: number): string => `var(--seat-${seat % SIGNS.length})`;
export const seatTint = (seat: number): string => `var(--seat-${seat % SIGNS.length}-soft)`;
