const headerBytes = 44;
const sampleRate = 8_000;

/** A recording: a WAV of one channel and eight bits, with a tone of its own for each pitch. @param pitch 1 to 100 */
export function wav({ seconds = 1, pitch = 1 } = {}): Uint8Array<ArrayBuffer> {
  const sampleCount = Math.round(seconds * sampleRate);
  const bytes = new Uint8Array(headerBytes + sampleCount);
  writeHeader(new DataView(bytes.buffer), sampleCount);
  for (let index = 0; index < sampleCount; index += 1) {
    bytes[headerBytes + index] = 128 + Math.round(60 * Math.sin((index * pitch) / 20));
  }
  return bytes;
}

function writeHeader(view: DataView, sampleCount: number): void {
  writeText(view, 0, "RIFF");
  view.setUint32(4, headerBytes - 8 + sampleCount, true);
  writeText(view, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  writeText(view, 36, "data");
  view.setUint32(40, sampleCount, true);
}

function writeText(view: DataView, position: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) view.setUint8(position + index, text.charCodeAt(index));
}
