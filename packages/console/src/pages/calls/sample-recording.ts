/** A recording for whoever has none at hand: two voices that take turns, made of tones. */
import { wavOf } from "./wav.ts";

const sampleRate = 8_000;
const lengthSeconds = 270;

/** How long each turn is; after the last one it is the first's again. */
const turnSeconds = [6, 4, 9, 3, 7, 11, 5];

const breathSeconds = 1;

/** Makes the recording: turns, each louder and quieter by the phrase, with a breath at its end. */
export function sampleRecording(): File {
  const samples = new Float32Array(lengthSeconds * sampleRate);
  // The agent's, and the other's.
  const voices = [voiceOf(140), voiceOf(210)];
  for (let turn = 0, start = 0; start < lengthSeconds; turn += 1) {
    const length = turnSeconds[turn % turnSeconds.length] ?? 5;
    const voice = voices[turn % 2] ?? [];
    const end = Math.min(samples.length, (start + length - breathSeconds) * sampleRate);
    for (let index = start * sampleRate; index < end; index += 1) {
      const phrase = 0.2 + 0.8 * Math.abs(Math.sin((index / sampleRate - start) * 0.7));
      samples[index] = phrase * (voice[index % voice.length] ?? 0);
    }
    start += length;
  }
  return new File([wavOf(samples, sampleRate)], "sample-call.wav", { type: "audio/wav" });
}

/** Half a second, with two syllables. A turn repeats it: to compute every second of a call would freeze the page. */
function voiceOf(hertz: number): number[] {
  return Array.from({ length: sampleRate / 2 }, (_, index) => {
    const radians = (2 * Math.PI * index) / sampleRate;
    const tone = Math.sin(hertz * radians) + 0.4 * Math.sin(2 * hertz * radians);
    return 0.4 * Math.abs(Math.sin(2 * radians)) * tone;
  });
}
