/** A recording for whoever has none at hand: two voices that take turns, made of tones. */
import { wavOf } from "./wav.ts";

const sampleRate = 8_000;
const lengthSeconds = 270;

/** How long each turn is; after the last one it is the first's again. */
const turnSeconds = [6, 4, 9, 3, 7, 11, 5];

const breathSeconds = 1;

/** The agent's voice, and the other's. */
const hertz = [140, 210];

/** Makes the recording. */
export function sampleRecording(): File {
  const samples = new Float32Array(lengthSeconds * sampleRate);
  let start = 0;
  for (let turn = 0; start < lengthSeconds; turn += 1) {
    const length = turnSeconds[turn % turnSeconds.length] ?? 5;
    speak(samples, { start, length, hertz: hertz[turn % 2] ?? 140 });
    start += length;
  }
  return new File([wavOf(samples, sampleRate)], "sample-call.wav", { type: "audio/wav" });
}

/** About four syllables a second, louder and quieter by the phrase, with a breath at the end of the turn. */
function speak(
  samples: Float32Array,
  { start, length, hertz }: { start: number; length: number; hertz: number },
): void {
  const end = Math.min(samples.length, Math.floor((start + length - breathSeconds) * sampleRate));
  for (let index = start * sampleRate; index < end; index += 1) {
    const seconds = index / sampleRate;
    const phrase = 0.2 + 0.8 * Math.abs(Math.sin((seconds - start) * 0.7 + hertz));
    const syllable = Math.abs(Math.sin(seconds * Math.PI * 4)) * phrase;
    const tone = Math.sin(2 * Math.PI * hertz * seconds) + 0.4 * Math.sin(4 * Math.PI * hertz * seconds);
    samples[index] = 0.4 * syllable * tone;
  }
}
