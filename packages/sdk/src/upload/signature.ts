/** Audio formats by their first bytes. */

/** How many first bytes tell a format. */
export const signatureLength = 16;

/** The ending that files of the format have, or undefined when the bytes are of no known audio format. */
export function formatOf(bytes: Uint8Array): string | undefined {
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
