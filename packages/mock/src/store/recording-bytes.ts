/** Inspects the bytes of a recording: whether they are clearly not audio, and how long a WAV is. */
import { joinBytes } from "../core/encoding.js";
import type { StoredRecording } from "./rows.js";

/** The number of inspected bytes. The header of a WAV is within them, unless very long texts precede the data. */
const headBytes = 64 * 1024;

/**
 * The first bytes of documents, images, archives and pages. A page may begin with a byte order mark. One character is
 * one byte.
 */
const otherBeginnings =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: archives begin with them.
  /^(?:%PDF-|\u2030PNG|GIF8|PK\x03\x04|\x1f\x8b|RIFF.{4}WEBP|(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|\?xml|error))/is;

const wavBeginning = /^(RIFF|RF64).{4}WAVE/s;

/** The facts about a recording that came in these chunks. */
export function inspectRecording(
  chunks: readonly Uint8Array[],
): Pick<StoredRecording, "sizeBytes" | "durationSeconds" | "content"> {
  const head: Uint8Array[] = [];
  let sizeBytes = 0;
  for (const chunk of chunks) {
    if (sizeBytes < headBytes) head.push(chunk.subarray(0, headBytes - sizeBytes));
    sizeBytes += chunk.length;
  }
  // Windows-1252, in which every byte is a character.
  const text = head.map((part) => new TextDecoder("latin1").decode(part)).join("");
  return {
    sizeBytes,
    durationSeconds: wavBeginning.test(text) ? wavSeconds(joinBytes(head), { text, sizeBytes }) : null,
    content: otherBeginnings.test(text) ? "other" : "unknown",
  };
}

/**
 * The length of a WAV, from its first format and data chunks, in any order. Null if they are not within the inspected
 * bytes.
 */
function wavSeconds(
  head: Uint8Array<ArrayBuffer>,
  { text, sizeBytes }: { text: string; sizeBytes: number },
): number | null {
  const [formatStart, dataStart] = [text.indexOf("fmt "), text.indexOf("data")];
  const isWhole = formatStart > 0 && dataStart > 0 && Math.max(formatStart + 20, dataStart + 8) <= head.length;
  if (!isWhole) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const bytesPerSecond = view.getUint32(formatStart + 16, true);
  const declaredBytes = view.getUint32(dataStart + 4, true);
  const restBytes = sizeBytes - dataStart - 8;
  // A streaming encoder does not know the size when it writes the header: the data reaches to the end then.
  const dataBytes = [0, 0xffffffff].includes(declaredBytes) ? restBytes : Math.min(declaredBytes, restBytes);
  return bytesPerSecond > 0 ? dataBytes / bytesPerSecond : null;
}
