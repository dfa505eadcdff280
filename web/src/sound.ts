// Short, quiet sounds of wood and clay, synthesised here; off until the user turns them on.
import { user } from "./user.svelte";

type Sound = "place" | "turn" | "end" | "word";

/** Each sound as taps: when (s), pitch (Hz), length (s), loudness. */
const TAPS: Record<Sound, readonly [number, number, number, number][]> = {
  place: [[0, 310, 0.09, 0.5]],
  word: [[0, 620, 0.05, 0.25]],
  turn: [
    [0, 392, 0.12, 0.4],
    [0.13, 523, 0.16, 0.4],
  ],
  end: [
    [0, 330, 0.14, 0.4],
    [0.15, 392, 0.14, 0.4],
    [0.3, 523, 0.3, 0.45],
  ],
};

let context: AudioContext | null = null;

export function playSound(kind: Sound): void {
  if (!user.settings.sound || document.visibilityState === "hidden") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const [after, pitch, length, loudness] of TAPS[kind])
    tap(context, context.currentTime + after, pitch, length, loudness);
}

/** A mallet on wood: a tone that falls a little, its fifth-and-a-bit above, both gone at once. */
function tap(audio: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  for (const [ratio, share] of [
    [1, 1],
    [2.76, 0.35],
  ] as const) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "sine";
    tone.frequency.setValueAtTime(pitch * ratio * 1.02, at);
    tone.frequency.exponentialRampToValueAtTime(pitch * ratio, at + 0.03);
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(0.16 * loudness * share, at + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length / ratio + 0.05);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.1);
  }
}
