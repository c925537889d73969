/**
 * Records the microphone as WAV. Browsers record WebM, whose duration is infinite until it was played to its end, so the
 * sound is decoded and written again.
 */
import { wavOf } from "./wav.ts";

/** A recording under way. */
export interface MicrophoneRecording {
  /** Ends it. Undefined when nothing was recorded. */
  finish(): Promise<File | undefined>;
  cancel(): void;
}

/** Begins to record. @throws {DOMException} when the person or the browser does not allow it */
export async function recordMicrophone(): Promise<MicrophoneRecording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    cancel: end,
    async finish() {
      const stopped = new Promise((resolve) => {
        recorder.onstop = resolve;
      });
      recorder.stop();
      await stopped;
      end();
      const recorded = new Blob(parts);
      if (recorded.size === 0) return undefined;
      const name = `recording-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.wav`;
      return new File([await decoded(recorded)], name, { type: "audio/wav" });
    },
  };
}

/** The first channel of what was recorded, as WAV. */
async function decoded(recorded: Blob): Promise<ArrayBuffer> {
  const context = new AudioContext();
  try {
    const audio = await context.decodeAudioData(await recorded.arrayBuffer());
    return wavOf(audio.getChannelData(0), audio.sampleRate);
  } finally {
    void context.close();
  }
}
