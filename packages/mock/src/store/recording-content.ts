/** What a recording's first bytes say that it is: audio, clearly something else, or neither. */
export type RecordingContent = "audio" | "other" | "unknown";

/** What a format has at which byte, as characters of one byte each. */
type Signature = readonly (readonly [startByte: number, text: string])[];

const audio: readonly Signature[] = [
  ...["RIFF", "RF64"].map(
    (text): Signature => [
      [0, text],
      [8, "WAVE"],
    ],
  ),
  ...["ID3", "fLaC", "OggS", "#!AMR", "FORM", "caff", ".snd"].map((text): Signature => [[0, text]]),
  // MP4 and WebM hold audio as well as video; phones record into them.
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

/** What bytes are, as far as their beginning tells. */
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
