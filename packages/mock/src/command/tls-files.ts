/** The files of `--tls-cert` and `--tls-key`. */
import { readFile } from "node:fs/promises";
import { checkTls, type TlsOptions } from "../adapters/http/tls.js";

/** Where the certificate and its key are. */
export interface TlsPaths {
  cert: string;
  key: string;
}

/** Reads a certificate and its key. @throws {Error} which names the flag and the file, and says what is wrong */
export async function readTls(paths: TlsPaths): Promise<TlsOptions> {
  const cert = await readFlagFile("--tls-cert", paths.cert);
  const key = await readFlagFile("--tls-key", paths.key);
  try {
    checkTls({ cert, key });
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new Error(`--tls-cert ${paths.cert} and --tls-key ${paths.key}: ${cause.message}`, { cause });
  }
  return { cert, key };
}

async function readFlagFile(flag: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${flag} ${path} cannot be read: ${reason}.`, { cause });
  }
}
