/** What the bytes of a recording tell: whether they are clearly no audio, and how long a WAV is. */
import { joinBytes } from "../core/encoding.js";

/** What the first bytes of a recording are: clearly something else than audio, or not known to be. */
export type RecordingContent = "other" | "unknown";

/** The texts that mark a format, each with its position; one character is one byte. */
type Signature = readonly (readonly [startByte: number, text: string])[];

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

/** Inspects a recording while its bytes come: what it contains, and how long it is. */
export class RecordingInspector {
  #head: Uint8Array = new Uint8Array();
  readonly #wav = new WavReader();
  #sizeBytes = 0;

  append(chunk: Uint8Array): void {
    if (this.#head.length < headBytes)
      this.#head = joinBytes([this.#head, chunk.subarray(0, headBytes - this.#head.length)]);
    this.#wav.append(chunk);
    this.#sizeBytes += chunk.length;
  }

  /** What is known once all bytes have come. */
  result(): { sizeBytes: number; durationSeconds: number | null; content: RecordingContent } {
    const durationSeconds = this.#wav.durationSeconds() ?? null;
    return { sizeBytes: this.#sizeBytes, durationSeconds, content: contentOf(this.#head) };
  }
}

function contentOf(bytes: Uint8Array): RecordingContent {
  const head = String.fromCharCode(...bytes);
  return other.some((signature) => has(head, signature)) || isMarkup(head) ? "other" : "unknown";
}

function has(head: string, signature: Signature): boolean {
  return signature.every(([startByte, text]) => head.startsWith(text, startByte));
}

function isMarkup(head: string): boolean {
  const text = head.replace(/^\u00ef\u00bb\u00bf/, "").trimStart();
  return markup.some((start) => text.toLowerCase().startsWith(start));
}

/** A size of a chunk that a streaming encoder could not know when it wrote the header. */
const unknownSizes = [0, 0xffffffff];

/** More chunks than any encoder writes; a file of zeros would otherwise be one of millions of empty ones. */
const maxChunks = 1_000;

const riffBytes = 12;

const chunkHeaderBytes = 8;

/** As much of the format as the rate needs. */
const formatBytes = 16;

/**
 * Reads the length of a WAV recording from its headers, wherever the bytes are cut into pieces.
 *
 * Chunks may come in any order. A size that the encoder left open, or that goes past the end, reaches to the end.
 */
class WavReader {
  #positionBytes = 0;
  /** The bytes that are read next: where they start, how many they are, and what is there of them. */
  #window = { startByte: 0, sizeBytes: riffBytes, bytes: new Uint8Array() };
  #next: ((view: DataView) => void) | undefined = (view) => this.#readRiff(view);
  #chunkCount = 0;
  #bytesPerSecond: number | undefined;
  #data: { startByte: number; declaredBytes: number } | undefined;

  append(chunk: Uint8Array): void {
    const chunkStart = this.#positionBytes;
    this.#positionBytes += chunk.length;
    while (this.#next) {
      const { startByte, sizeBytes, bytes } = this.#window;
      const from = startByte + bytes.length - chunkStart;
      if (from >= chunk.length) return;
      const joined = joinBytes([bytes, chunk.subarray(from, from + sizeBytes - bytes.length)]);
      this.#window.bytes = joined;
      if (joined.length === sizeBytes) this.#next(new DataView(joined.buffer));
    }
  }

  /** In seconds; undefined when it is not a WAV. To be called once all bytes have come. */
  durationSeconds(): number | undefined {
    if (!this.#bytesPerSecond || !this.#data) return undefined;
    const { startByte, declaredBytes } = this.#data;
    const restBytes = this.#positionBytes - startByte;
    const dataBytes = unknownSizes.includes(declaredBytes) ? restBytes : Math.min(declaredBytes, restBytes);
    return dataBytes / this.#bytesPerSecond;
  }

  #readAt(startByte: number, sizeBytes: number, next: (view: DataView) => void): void {
    this.#window = { startByte, sizeBytes, bytes: new Uint8Array() };
    this.#next = next;
  }

  #readRiff(view: DataView): void {
    const isWave = ["RIFF", "RF64"].includes(text(view, 0)) && text(view, 8) === "WAVE";
    if (isWave) this.#readChunkAt(riffBytes);
    else this.#next = undefined;
  }

  #readChunkAt(startByte: number): void {
    this.#chunkCount += 1;
    if (this.#chunkCount > maxChunks) this.#next = undefined;
    else this.#readAt(startByte, chunkHeaderBytes, (view) => this.#readChunk(view, startByte + chunkHeaderBytes));
  }

  #readChunk(view: DataView, startByte: number): void {
    const id = text(view, 0);
    const declaredBytes = view.getUint32(4, true);
    if (id === "data") this.#data ??= { startByte, declaredBytes };
    // Chunks begin at even bytes; a chunk of odd size is followed by one byte of padding.
    const next = startByte + declaredBytes + (declaredBytes % 2);
    if (id === "data" && unknownSizes.includes(declaredBytes)) this.#next = undefined;
    else if (id !== "fmt " || declaredBytes < formatBytes) this.#readChunkAt(next);
    else
      this.#readAt(startByte, formatBytes, (format) => {
        this.#bytesPerSecond ??= byteRate(format, 0);
        this.#readChunkAt(next);
      });
  }
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
