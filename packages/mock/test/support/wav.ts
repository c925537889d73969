/** What a WAV of silence is made of. */
export interface WavOptions {
  seconds?: number;
  samplesPerSecond?: number;
  /** Chunks before the format, in between, and so on are the test's own to add. */
  extraChunks?: Uint8Array[];
  /** The size that the data chunk says it has; by default the true one. */
  declaredDataBytes?: number;
}

/** A mono 16-bit PCM WAV of silence. */
export function wav({
  seconds = 2,
  samplesPerSecond = 8_000,
  extraChunks = [],
  declaredDataBytes,
}: WavOptions = {}): Uint8Array<ArrayBuffer> {
  const samples = new Uint8Array(Math.round(seconds * samplesPerSecond) * 2);
  return riff([formatChunk(samplesPerSecond), ...extraChunks, chunk("data", samples, declaredDataBytes)]);
}

/** A RIFF file of type WAVE with these chunks. */
export function riff(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = joined([ascii("WAVE"), ...chunks]);
  return joined([ascii("RIFF"), uint32(content.length), content]);
}

/** The chunk that says how samples are stored; format 1 is PCM. */
export function formatChunk(samplesPerSecond: number, { format = 1, bytesPerSecond = samplesPerSecond * 2 } = {}) {
  const bytes = new Uint8Array(format === 0xfffe ? 40 : 16);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, format, true);
  view.setUint16(2, 1, true);
  view.setUint32(4, samplesPerSecond, true);
  view.setUint32(8, bytesPerSecond, true);
  view.setUint16(12, 2, true);
  view.setUint16(14, 16, true);
  return chunk("fmt ", bytes);
}

/** A chunk, padded to an even size. */
export function chunk(id: string, bytes: Uint8Array, declaredBytes = bytes.length): Uint8Array<ArrayBuffer> {
  return joined([ascii(id), uint32(declaredBytes), bytes, new Uint8Array(bytes.length % 2)]);
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}
