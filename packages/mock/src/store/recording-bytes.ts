/** What the bytes of a recording tell: whether they are audio, and how long a WAV is. */

/** What the first bytes of a recording are: audio, clearly something else, or neither. */
export type RecordingContent = "audio" | "other" | "unknown";

/** The texts that mark a format, each with its position; one character is one byte. */
type Signature = readonly (readonly [startByte: number, text: string])[];

const audio: readonly Signature[] = [
  ...["RIFF", "RF64"].map(
    (text): Signature => [
      [0, text],
      [8, "WAVE"],
    ],
  ),
  ...["ID3", "fLaC", "OggS", "#!AMR", "FORM", "caff", ".snd"].map((text): Signature => [[0, text]]),
  // MP4 and WebM hold audio as well as video; phones record calls in them.
  [[4, "ftyp"]],
  [[0, "\x1aE\xdf\xa3"]],
];

const other: readonly Signature[] = [
  ...["%PDF-", "\x89PNG", "GIF8", "PK\x03\x04", "\x1f\x8b"].map((text): Signature => [[0, text]]),
  [
    [0, "RIFF"],
    [8, "WEBP"],
  ],
];

const markup = ["<!doctype", "<html", "<?xml", "<error"];

/** Enough for every signature. */
const headBytes = 512;

/** What a recording contains, by its first bytes. */
export function contentOf(bytes: Uint8Array): RecordingContent {
  const head = String.fromCharCode(...bytes.subarray(0, headBytes));
  if (audio.some((signature) => has(head, signature)) || isMpegFrame(bytes)) return "audio";
  return other.some((signature) => has(head, signature)) || isMarkup(head) ? "other" : "unknown";
}

function has(head: string, signature: Signature): boolean {
  return signature.every(([startByte, text]) => head.startsWith(text, startByte));
}

/** MPEG audio and AAC begin with eleven bits that are set. */
function isMpegFrame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && second >= 0xe0;
}

function isMarkup(head: string): boolean {
  const text = head.replace(/^\u00ef\u00bb\u00bf/, "").trimStart();
  return markup.some((start) => text.toLowerCase().startsWith(start));
}

/** A size of a chunk that a streaming encoder could not know when it wrote the header. */
const unknownSizes = [0, 0xffffffff];

/** More chunks than any encoder writes; a file of zeros would otherwise be one of millions of empty ones. */
const maxChunks = 1_000;

interface Chunk {
  id: string;
  startByte: number;
  sizeBytes: number;
}

/**
 * The length of a WAV recording in seconds, from its header; undefined when it is not a WAV.
 *
 * Chunks may come in any order. A size that the encoder left open, or that goes past the end, reaches to the end.
 */
export function wavDurationSeconds(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 12 || !isWave(view)) return undefined;
  let bytesPerSecond: number | undefined;
  let dataBytes: number | undefined;
  for (const chunk of chunks(view)) {
    if (chunk.id === "fmt " && chunk.sizeBytes >= 16) bytesPerSecond ??= byteRate(view, chunk.startByte);
    if (chunk.id === "data") dataBytes ??= chunk.sizeBytes;
  }
  if (!bytesPerSecond || dataBytes === undefined) return undefined;
  return dataBytes / bytesPerSecond;
}

function isWave(view: DataView): boolean {
  return ["RIFF", "RF64"].includes(text(view, 0)) && text(view, 8) === "WAVE";
}

function* chunks(view: DataView): Iterable<Chunk> {
  let position = 12;
  for (let count = 0; count < maxChunks && position + 8 <= view.byteLength; count += 1) {
    const id = text(view, position);
    const startByte = position + 8;
    const sizeBytes = knownSize(view, id, startByte);
    yield { id, startByte, sizeBytes };
    // Chunks begin at even bytes; a chunk of odd size is followed by one byte of padding.
    position = startByte + sizeBytes + (sizeBytes % 2);
  }
}

function knownSize(view: DataView, id: string, startByte: number): number {
  const declaredBytes = view.getUint32(startByte - 4, true);
  const restBytes = view.byteLength - startByte;
  if (id === "data" && unknownSizes.includes(declaredBytes)) return restBytes;
  return Math.min(declaredBytes, restBytes);
}

/** The average rate, or what it follows from when an encoder left it out. */
function byteRate(view: DataView, startByte: number): number {
  const samplesPerSecond = view.getUint32(startByte + 4, true);
  const bytesPerSample = view.getUint16(startByte + 12, true);
  return view.getUint32(startByte + 8, true) || samplesPerSecond * bytesPerSample;
}

function text(view: DataView, startByte: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(startByte + offset)));
}
