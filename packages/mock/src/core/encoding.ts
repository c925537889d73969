/** Bytes, and the texts that stand for them. */

/** More characters at once would be more arguments than a call can have. */
const charactersAtOnce = 0x8000;

/** Chunks of bytes as one. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}

/** A text as it stands in HTML and XML, between tags and in attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Bytes as lowercase hex. */
export function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes as base64. Written by hand, because not every runtime has `Uint8Array.prototype.toBase64`. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += charactersAtOnce) {
    text += String.fromCharCode(...bytes.subarray(start, start + charactersAtOnce));
  }
  return btoa(text);
}

/** The bytes of a base64 text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** A part of an address without its percent-encoding. A text with an invalid encoding is returned unchanged. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
