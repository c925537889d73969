/**
 * Records the microphone as WAV. Browsers record WebM, whose duration is infinite until it was played to its end, so the
 * sound is decoded and written again.
 */

/** A recording under way. */
export interface MicrophoneRecording {
  /** Ends it. Undefined when nothing was recorded. */
  finish(): Promise<File | undefined>;
  cancel(): void;
}

const headerBytes = 44;
const bytesPerSample = 2;

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
      return new File([wavOf(await decode(recorded))], name, { type: "audio/wav" });
    },
  };
}

async function decode(recorded: Blob): Promise<AudioBuffer> {
  const context = new AudioContext();
  try {
    return await context.decodeAudioData(await recorded.arrayBuffer());
  } finally {
    void context.close();
  }
}

/** Mono, 16 bit: the first channel. */
function wavOf(audio: AudioBuffer): ArrayBuffer {
  const samples = audio.getChannelData(0);
  const dataBytes = samples.length * bytesPerSample;
  const view = new DataView(new ArrayBuffer(headerBytes + dataBytes));
  const text = (offset: number, value: string) => {
    for (const [index, character] of [...value].entries()) view.setUint8(offset + index, character.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, audio.sampleRate, true);
  view.setUint32(28, audio.sampleRate * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, 8 * bytesPerSample, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
  for (const [index, sample] of samples.entries()) {
    view.setInt16(headerBytes + index * bytesPerSample, Math.max(-1, Math.min(1, sample)) * 0x7fff, true);
  }
  return view.buffer;
}
