/**
 * Handles: what a browser gets in place of a recording's address and of a call's id. Each is signed for one user with
 * HMAC-SHA-256, so the proxy keeps no list of what it has handed out.
 */

/** The purpose of a signature; one kind never passes for another. */
type Kind = "recording" | "call" | "creation";

/** Comes between a recording's address and its signature. A fragment is never sent, so the address still works as a link. */
const beforeSignature = "#grant=";

const hmac = { name: "HMAC", hash: "SHA-256" } as const;
const encoder = new TextEncoder();

/** Signs and reads the handles of one proxy. */
export class Handles {
  readonly #secret: string;
  #key: CryptoKey | undefined;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** A recording's address from which only this user can create a call. */
  async recordingHandle(publicUrl: string, userId: string): Promise<string> {
    return `${publicUrl}${beforeSignature}${await this.#sign("recording", publicUrl, userId)}`;
  }

  /** The recording's address; undefined when the handle was not made for this user. */
  async readRecording(handle: string, userId: string): Promise<string | undefined> {
    const end = handle.lastIndexOf(beforeSignature);
    if (end === -1) return undefined;
    const publicUrl = handle.slice(0, end);
    const signature = handle.slice(end + beforeSignature.length);
    return (await this.#verify("recording", publicUrl, { userId, signature })) ? publicUrl : undefined;
  }

  /** A call's id with which only this user can read the analysis. It needs no encoding in an address. */
  async callHandle(callId: string, userId: string): Promise<string> {
    return `${toBase64Url(encoder.encode(callId))}.${await this.#sign("call", callId, userId)}`;
  }

  /** The call's id; undefined when the handle was not made for this user. */
  async readCall(handle: string, userId: string): Promise<string | undefined> {
    const [name = "", signature = "", ...rest] = handle.split(".");
    const bytes = rest.length === 0 ? fromBase64Url(name) : undefined;
    if (!bytes) return undefined;
    const callId = new TextDecoder().decode(bytes);
    return (await this.#verify("call", callId, { userId, signature })) ? callId : undefined;
  }

  /** The key of a creation. It shows neither the user nor the fields. */
  async creationKey(fields: string, userId: string): Promise<string> {
    return this.#sign("creation", fields, userId);
  }

  async #sign(kind: Kind, value: string, userId: string): Promise<string> {
    const signature = await crypto.subtle.sign(hmac, await this.#importedKey(), signedBytes(kind, value, userId));
    return toBase64Url(new Uint8Array(signature));
  }

  /** Web Crypto compares in constant time. */
  async #verify(
    kind: Kind,
    value: string,
    { userId, signature }: { userId: string; signature: string },
  ): Promise<boolean> {
    const bytes = fromBase64Url(signature);
    if (!bytes) return false;
    return crypto.subtle.verify(hmac, await this.#importedKey(), bytes, signedBytes(kind, value, userId));
  }

  /** Imported at the first request: workerd allows no cryptography while a module loads. */
  async #importedKey(): Promise<CryptoKey> {
    // The key itself is kept, not its promise: on workerd a promise belongs to the request that made it.
    this.#key ??= await crypto.subtle.importKey("raw", encoder.encode(this.#secret), hmac, false, ["sign", "verify"]);
    return this.#key;
  }
}

/** As JSON, so that no value can run into the next one. */
function signedBytes(kind: Kind, value: string, userId: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify([kind, userId, value]));
}

function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Undefined for a text that `toBase64Url` would not have written: a handle has one spelling. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return toBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
