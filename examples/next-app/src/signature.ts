import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";

/** The secret for sessions, tickets and the proxy's handles. @throws {Error} if the environment has none */
export function appSecret(): string {
  const secret = process.env.APP_SECRET ?? "";
  if (secret.length < 32) throw new Error("Set APP_SECRET to a random text of at least 32 characters.");
  return secret;
}

/** The value with a signature that is valid only for this purpose. Everyone can read it, and nobody can change it. */
export function sign(value: string, purpose: string): string {
  const content = Buffer.from(value).toString("base64url");
  return `${content}.${signatureOf(content, purpose)}`;
}

/** The value signed for this purpose; undefined for any other text. */
export function readSigned(signed: string, purpose: string): string | undefined {
  const [content = "", signature = ""] = signed.split(".");
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(content, purpose))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return Buffer.from(content, "base64url").toString();
}

function signatureOf(content: string, purpose: string): string {
  return createHmac("sha256", appSecret())
    .update(JSON.stringify([purpose, content]))
    .digest("base64url");
}
