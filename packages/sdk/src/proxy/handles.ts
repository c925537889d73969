/**
 * Handles, which a browser gets in place of a recording's URL or a call's id. Each is signed for one user with
 * HMAC-SHA-256, so the proxy needs no list of them.
 */

/** The purpose of a signature. A signature of one kind is never valid for another. */
type Kind = "recording" | "call" | "creation";

/** Separates a recording's URL from its signature. Browsers never send a fragment, so the URL still works as a link. */
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

  /** Signs a recording's URL, so that only this user can create a call from it. */
  async recordingHandle(publicUrl: string, userId: string): Promise<string> {
    return `${publicUrl}${beforeSignature}${await this.#sign("recording", publicUrl, userId)}`;
  }

  /** The recording's URL. Undefined if the handle was not made for this user. */
  async readRecording(handle: string, userId: string): Promise<string | undefined> {
    const end = handle.lastIndexOf(beforeSignature);
    if (end === -1) return undefined;
    const publicUrl = handle.slice(0, end);
    const signature = handle.slice(end + beforeSignature.length);
    return (await this.#verify("recording", publicUrl, { userId, signature })) ? publicUrl : undefined;
  }

  /** Signs a call's id, so that only this user can read the analysis. The handle needs no encoding in a URL. */
  async callHandle(callId: string, userId: string): Promise<string> {
    return `${toBase64Url(encoder.encode(callId))}.${await this.#sign("call", callId, userId)}`;
  }

  /** The call's id. Undefined if the handle was not made for this user. */
  async readCall(handle: string, userId: string): Promise<string | undefined> {
    const [name = "", signature = "", ...rest] = handle.split(".");
    const bytes = rest.length === 0 ? fromBase64Url(name) : undefined;
    if (!bytes) return undefined;
    const callId = new TextDecoder().decode(bytes);
    return (await this.#verify("call", callId, { userId, signature })) ? callId : undefined;
  }

  /** The key of a create request. It reveals neither the user nor the fields. */
  async creationKey(fields: string, userId: string): Promise<string> {
    return this.#sign("creation", fields, userId);
  }

  async #sign(kind: Kind, value: string, userId: string): Promise<string> {
    const signature = await crypto.subtle.sign(hmac, await this.#importedKey(), signedBytes(kind, value, userId));
    return toBase64Url(new Uint8Array(signature));
  }

  /** Checks a signature. Web Crypto compares in constant time. */
  async #verify(
    kind: Kind,
    value: string,
    { userId, signature }: { userId: string; signature: string },
  ): Promise<boolean> {
    const bytes = fromBase64Url(signature);
    if (!bytes) return false;
    return crypto.subtle.verify(hmac, await this.#importedKey(), bytes, signedBytes(kind, value, userId));
  }

  /** Imports the secret at the first request, because workerd allows no cryptography while a module loads. */
  async #importedKey(): Promise<CryptoKey> {
    // The key itself is kept, not its promise: on workerd a promise belongs to the request that made it.
    this.#key ??= await crypto.subtle.importKey("raw", encoder.encode(this.#secret), hmac, false, ["sign", "verify"]);
    return this.#key;
  }
}

/** Joins the parts as JSON, so that no part can run into the next. */
function signedBytes(kind: Kind, value: string, userId: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify([kind, userId, value]));
}

function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes base64url. Undefined for a spelling that `toBase64Url` would not write, so that each handle has only one. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return toBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
