/** Bytes, and the texts that stand for them. */

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

/** Escapes a text for HTML and XML, between tags and in attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Parses JSON text. Undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Encodes bytes as base64. The runtime does it if it can, because recordings are large. */
export function toBase64(bytes: Uint8Array): string {
  if (globalThis.Buffer) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Decodes base64. Undefined for any other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  // The length first: a text of another one is none, and Node would read it all the same.
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  if (globalThis.Buffer) return new Uint8Array(Buffer.from(text, "base64"));
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Decodes the percent-encoding of a part of a URL. A text with an invalid encoding is returned unchanged. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
