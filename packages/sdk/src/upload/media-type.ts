/** Decides a recording's MIME type, by one rule for every kind of source. Pure. */
import { RecordingError } from "../errors.js";
import { check, rule } from "../rules.js";

const typeByEnding: Readonly<Record<string, string>> = {
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

/** The file extensions of recordings, such as `wav`, with their MIME types. */
// Marked as pure, so that bundlers leave it out of pages, which do not use it.
export const recordingEndings: readonly string[] = /* @__PURE__ */ Object.keys(typeByEnding);

/** Containers that can hold audio alone. Browsers and forms use these types for recordings without a picture, too. */
const container = /^(?:video|application)\/(mp4|webm|3gpp|ogg)(?=$|[\s;])/i;

/**
 * The MIME type: the caller's, else by the file extension, else the source's.
 *
 * @throws {RecordingError} if nothing determines it, or if the source is not audio
 */
export function mediaTypeOf(filename: string, asked: string | undefined, ofSource = ""): string {
  if (asked !== undefined) return check("contentType", asked, aMediaType);
  const ending = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
  if (Object.hasOwn(typeByEnding, ending)) return typeByEnding[ending] as string;
  const type = ofSource.replace(container, "audio/$1");
  if (/^audio\//i.test(type) && isMediaType(type)) return type;
  throw new RecordingError(`contentType of "${filename}": expected an audio type such as audio/wav, got "${type}".`);
}

function isMediaType(type: unknown): boolean {
  return typeof type === "string" && /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(type);
}

const aMediaType = rule("a MIME type such as audio/wav", isMediaType);
