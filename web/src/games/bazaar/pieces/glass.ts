// The glass of the tokens: body, rim, the light that gathers in it, and the letter on it at 4.5:1 or better.
export interface Glass {
  body: string;
  rim: string;
  light: string;
  letter: string;
}

const SNOW = "#ffffff";
const INK = "#2b2118";

export const GLASS: Record<string, Glass> = {
  R: { body: "#bf3a2b", rim: "#84231a", light: "#e2705f", letter: SNOW },
  W: { body: "#f1e9d8", rim: "#9c8c6b", light: "#ffffff", letter: INK },
  B: { body: "#2c66ad", rim: "#1a3f70", light: "#6ba0dc", letter: SNOW },
  G: { body: "#217648", rim: "#114a2b", light: "#58ac7d", letter: SNOW },
  Y: { body: "#f0be3c", rim: "#a8780f", light: "#ffe39a", letter: INK },
};

/** A pebble, not a disc: within 40 by 40. */
export const PEBBLE =
  "M20.4 2.6C30.6 2.4 37.6 10 37.4 20.3C37.2 30.8 30 37.5 19.6 37.4C9.4 37.3 2.5 30.2 2.6 19.7C2.7 9.6 10.2 2.8 20.4 2.6Z";
/** The light that gathers at the foot, and the window it came through. */
export const FOOT = "M8 26.5C12 32.5 27 34 32.6 25.6C31.6 31.8 26.4 35.2 19.8 35C13.6 34.9 9.4 31.8 8 26.5Z";
export const WINDOW = "M9.4 14.2C11.2 9.2 15.4 6.4 20.4 6C15.8 8.4 12.4 10.8 9.4 14.2Z";
