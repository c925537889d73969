/** Which MIME type a recording is sent with: the same at the grant and at the PUT. */
import { ConfigurationError } from "../errors/request-errors.js";

/** What a MIME type is found by. */
export interface MediaTypeOptions {
  /** What the caller passed; used as it is. */
  asked: string | undefined;
  /** What the source says, such as `Blob.type`. */
  ofSource: string | undefined;
  filename: string;
  /** Reads the first {@link signatureLength} bytes; undefined when that would use the source up. */
  firstBytes: () => Promise<Uint8Array | undefined>;
}

/** How many first bytes show the format. */
export const signatureLength = 16;

const byEnding: Record<string, string> = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  mp4: "audio/mp4",
  aac: "audio/aac",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  flac: "audio/flac",
  webm: "audio/webm",
  amr: "audio/amr",
  "3gp": "audio/3gpp",
};

/** The endings of names that show the MIME type of a recording, such as `wav`: of others the first bytes must show it. */
// Pure, so that a page does not load it.
export const recordingEndings: readonly string[] = /* @__PURE__ */ Object.keys(byEnding);

/**
 * The MIME type from the option, the source, the file's ending, or the first bytes, in that order.
 *
 * @throws {ConfigurationError} when nothing shows the type, or when the source says that it is not audio
 */
export async function mediaTypeOf({ asked, ofSource, filename, firstBytes }: MediaTypeOptions): Promise<string> {
  if (asked !== undefined) return checkMediaType(asked);
  if (ofSource && !saysNothing(ofSource)) return requireAudio(ofSource);
  const known = byEnding[endingOf(filename)] ?? typeOfBytes(await firstBytes());
  if (known) return known;
  throw new ConfigurationError(
    `contentType: nothing shows the type of "${filename}". Pass contentType, such as "audio/wav".`,
  );
}

function checkMediaType(type: string): string {
  if (typeof type === "string" && /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(type)) return type;
  throw new ConfigurationError('contentType must be a MIME type such as "audio/wav".');
}

function requireAudio(type: string): string {
  if (/^audio\//i.test(type)) return checkMediaType(type);
  throw new ConfigurationError(
    `contentType: the source says "${type}", which is no audio. Pass contentType if it is meant.`,
  );
}

/** A source that does not know its type calls itself "some bytes". */
function saysNothing(type: string): boolean {
  return /^(application|binary)\/octet-stream\b/i.test(type);
}

function endingOf(filename: string): string {
  const ending = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(byEnding, ending) ? ending : "";
}

function typeOfBytes(bytes: Uint8Array | undefined): string | undefined {
  const format = bytes && formatOf(bytes);
  return format && byEnding[format];
}

/** The ending of files that begin like this; undefined when it is no known audio format. */
function formatOf(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, signatureLength));
  // RF64 is the WAV of more than 4 GiB.
  if (/^(RIFF|RF64)/.test(text) && text.startsWith("WAVE", 8)) return "wav";
  if (text.startsWith("OggS")) return "ogg";
  if (text.startsWith("fLaC")) return "flac";
  if (text.startsWith("#!AMR")) return "amr";
  if (text.startsWith("ID3")) return "mp3";
  if (text.startsWith("\x1a\x45\xdf\xa3")) return "webm";
  if (text.startsWith("ftyp", 4)) return formatOfBrand(text.slice(8, 12));
  return formatOfFrame(bytes);
}

/** ISO media files name what they hold; some hold pictures. */
function formatOfBrand(brand: string): string | undefined {
  if (/^(avi[fs]|hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand)) return undefined;
  return brand.startsWith("3g") ? "3gp" : "mp4";
}

/** ADTS begins each frame with 12 set bits and layer 0, MPEG audio with 11 and layer II or III. */
function formatOfFrame([first = 0, second = 0]: Uint8Array): string | undefined {
  if (first !== 0xff) return undefined;
  if ((second & 0xf6) === 0xf0) return "aac";
  const layer = second & 0x06;
  return (second & 0xe0) === 0xe0 && (layer === 0x02 || layer === 0x04) ? "mp3" : undefined;
}
