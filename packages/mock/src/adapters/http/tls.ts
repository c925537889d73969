/** The certificate of a server that speaks https. */
import type { KeyObject } from "node:crypto";

/** A certificate and its private key, in PEM. The key must not have a passphrase. @inline */
export interface TlsOptions {
  /** The server's certificate; certificates that it was signed with may follow. */
  cert: string | Uint8Array;
  key: string | Uint8Array;
}

/** Checks that a server can use a certificate and a key. @throws {TypeError} which says what is wrong with which of them */
export function checkTls({ cert, key }: TlsOptions): void {
  // Looked up here, for a server that speaks http needs neither.
  const { createPrivateKey, X509Certificate } = process.getBuiltinModule("node:crypto");
  const { createSecureContext } = process.getBuiltinModule("node:tls");
  const certificate = parsed(() => new X509Certificate(cert), "The certificate is not in PEM.");
  const privateKey = parsed<KeyObject>(
    () => createPrivateKey(Buffer.from(key)),
    "The key is no private key in PEM, or has a passphrase.",
  );
  if (!certificate.checkPrivateKey(privateKey)) throw new TypeError("The key is not that of the certificate.");
  try {
    createSecureContext({ cert: Buffer.from(cert), key: Buffer.from(key) });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`TLS does not take the certificate and the key: ${reason}.`, { cause });
  }
}

function parsed<Value>(parse: () => Value, problem: string): Value {
  try {
    return parse();
  } catch (cause) {
    throw new TypeError(problem, { cause });
  }
}
