/** What the bytes of a recording tell: whether they are clearly no audio, and how long a WAV is. */

import type { StoredRecording } from "./rows.js";

/** What documents, images and archives begin with; one character is one byte. */
const otherBeginnings = ["%PDF-", "\x89PNG", "GIF8", "PK\x03\x04", "\x1f\x8b"];

const webp = /^RIFF.{4}WEBP/s;

/** HTML and XML, after a byte order mark and spaces. */
const markup = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|\?xml|error)/i;

/** As much as tells what a recording is. */
const signatureBytes = 512;

/** As much of a recording as is inspected. The header of a WAV is within it, unless very long texts come before the data. */
const headBytes = 64 * 1024;

/** Inspects a recording while its bytes come: what it contains, and how long it is. */
export class RecordingInspector {
  readonly #head = new Uint8Array(headBytes);
  #sizeBytes = 0;

  append(chunk: Uint8Array): void {
    if (this.#sizeBytes < headBytes) this.#head.set(chunk.subarray(0, headBytes - this.#sizeBytes), this.#sizeBytes);
    this.#sizeBytes += chunk.length;
  }

  /** What is known once all bytes have come. */
  result(): Pick<StoredRecording, "sizeBytes" | "durationSeconds" | "content"> {
    const head = this.#head.subarray(0, this.#sizeBytes);
    return {
      sizeBytes: this.#sizeBytes,
      durationSeconds: wavSeconds(head, this.#sizeBytes),
      content: contentOf(head.subarray(0, signatureBytes)),
    };
  }
}

function contentOf(bytes: Uint8Array): StoredRecording["content"] {
  const head = String.fromCharCode(...bytes);
  const isOther = otherBeginnings.some((text) => head.startsWith(text)) || webp.test(head) || markup.test(head);
  return isOther ? "other" : "unknown";
}

/** A size of a chunk that a streaming encoder could not know when it wrote the header. */
const unknownSizes = [0, 0xffffffff];

const riffBytes = 12;

const chunkHeaderBytes = 8;

/** As much of the format as the rate needs. */
const formatBytes = 16;

/**
 * The length of a WAV recording by its headers; null when it is not a WAV, or when its headers are not within the head.
 *
 * Chunks may come in any order. A size that the encoder left open, or that goes past the end, reaches to the end.
 */
function wavSeconds(head: Uint8Array<ArrayBuffer>, sizeBytes: number): number | null {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const isWave = head.length >= riffBytes && ["RIFF", "RF64"].includes(text(view, 0)) && text(view, 8) === "WAVE";
  if (!isWave) return null;
  let bytesPerSecond: number | undefined;
  let dataBytes: number | undefined;
  let chunkStart = riffBytes;
  while (chunkStart + chunkHeaderBytes <= head.length) {
    const id = text(view, chunkStart);
    const declaredBytes = view.getUint32(chunkStart + 4, true);
    const startByte = chunkStart + chunkHeaderBytes;
    const isWholeFormat = declaredBytes >= formatBytes && startByte + formatBytes <= head.length;
    if (id === "fmt " && isWholeFormat) bytesPerSecond ??= view.getUint32(startByte + 8, true);
    if (id === "data") {
      const restBytes = sizeBytes - startByte;
      const isOpen = unknownSizes.includes(declaredBytes);
      dataBytes ??= isOpen ? restBytes : Math.min(declaredBytes, restBytes);
      if (isOpen) break;
    }
    // Chunks begin at even bytes; a chunk of odd size is followed by one byte of padding.
    chunkStart = startByte + declaredBytes + (declaredBytes % 2);
  }
  return bytesPerSecond && dataBytes !== undefined ? dataBytes / bytesPerSecond : null;
}

function text(view: DataView, startByte: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(startByte + offset)));
}
