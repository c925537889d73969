import { toHex } from "../core/encoding.js";

/** What an upload signature covers. */
export interface SignedGrant {
  key: string;
  contentType: string;
  /** The last moment at which the grant is good, in milliseconds since 1970. */
  expiresAtMs: number;
}

/** Signs upload grants with HMAC-SHA256. */
export class UploadSigner {
  readonly #secret: string;
  #key: Promise<CryptoKey> | undefined;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The grant's signature, as lowercase hex. */
  async sign(grant: SignedGrant): Promise<string> {
    this.#key ??= importKey(this.#secret);
    const signature = await crypto.subtle.sign("HMAC", await this.#key, encode(message(grant)));
    return toHex(signature);
  }

  /** Whether a signature is the grant's own. */
  async isValid(grant: SignedGrant, signature: string): Promise<boolean> {
    return (await this.sign(grant)) === signature;
  }
}

/** MIME types are the same in any case; a browser's `Blob` writes them in lower case. */
function message({ key, contentType, expiresAtMs }: SignedGrant): string {
  return `PUT\n${key}\n${contentType.trim().toLowerCase()}\n${expiresAtMs}`;
}

function importKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
