/** Which MIME type a recording is sent with: the same at the grant and at the PUT. */
import { ConfigurationError } from "../errors/request-errors.js";
import { formatOf } from "./signature.js";

/** What is known of a recording before its type is. */
export interface MediaTypeOptions {
  /** What the caller says; taken as it is. */
  asked: string | undefined;
  /** What the source says, such as `Blob.type`. */
  ofSource: string | undefined;
  filename: string;
  /** The first bytes, when they can be read without using the source up. */
  firstBytes: () => Promise<Uint8Array | undefined>;
}

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
export async function mediaTypeOf({ asked, ofSource, filename, firstBytes }: MediaTypeOptions): Promise<string> {
  if (asked !== undefined) return checkMediaType(asked);
  if (ofSource && !saysNothing(ofSource)) return requireAudio(ofSource);
  const known = byEnding[endingOf(filename)] ?? typeOfBytes(await firstBytes());
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

/** "Some bytes" is what a source says that does not know. */
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
