/** Which MIME type a recording is sent with: the same at the grant and at the PUT. */
import { ConfigurationError } from "../errors/request-errors.js";

/** What is known of a recording before its type is. */
export interface MediaTypeHints {
  /** What the caller says; taken as it is. */
  asked: string | undefined;
  /** What the source says, such as `Blob.type`. */
  ofSource: string | undefined;
  filename: string;
  /** The first bytes, when they can be read without using the source up. */
  firstBytes: () => Promise<Uint8Array | undefined>;
}

/** How many first bytes tell a format. */
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

/**
 * The MIME type from the option, the source, the file's ending, or the first bytes, in that order.
 *
 * @throws {ConfigurationError} when nothing tells, or what tells says that it is no audio
 */
export async function mediaTypeOf({ asked, ofSource, filename, firstBytes }: MediaTypeHints): Promise<string> {
  if (asked !== undefined) return checkMediaType(asked);
  if (ofSource) return requireAudio(ofSource);
  const known = byEnding[endingOf(filename)] ?? typeBySignature((await firstBytes()) ?? new Uint8Array());
  if (known) return known;
  throw new ConfigurationError(
    `contentType: nothing tells the type of "${filename}". Pass contentType, such as "audio/wav".`,
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

function endingOf(filename: string): string {
  return filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
}

/** By the formats' magic numbers. */
function typeBySignature(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, signatureLength));
  if (text.startsWith("RIFF") && text.startsWith("WAVE", 8)) return byEnding.wav;
  if (text.startsWith("OggS")) return byEnding.ogg;
  if (text.startsWith("fLaC")) return byEnding.flac;
  if (text.startsWith("#!AMR")) return byEnding.amr;
  if (text.startsWith("ID3")) return byEnding.mp3;
  if (text.startsWith("\x1a\x45\xdf\xa3")) return byEnding.webm;
  if (text.startsWith("ftyp", 4)) return text.startsWith("3gp", 8) ? byEnding["3gp"] : byEnding.mp4;
  return typeByFrameSync(bytes);
}

/** MPEG audio and ADTS begin each frame with 11 or 12 set bits; the layer bits tell them apart. */
function typeByFrameSync([first = 0, second = 0]: Uint8Array): string | undefined {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  return (second & 0x06) === 0 ? byEnding.aac : byEnding.mp3;
}
