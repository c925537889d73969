/** Where a recording may be sent: what an upload grant must be like before a byte of the recording leaves. Pure. */
import type { UploadGrant } from "../contract/types.js";
import type { PlainHttp } from "../request/client-settings.js";

/** Schemes that no other machine can read a recording from. */
const unreadableSchemes = /^(javascript|data|blob|file):$/;

/**
 * What is wrong with a grant, for a message; undefined when nothing is. The signature, and a password in an address, are
 * never part of it.
 */
export function grantProblem({ presignedUrl, publicUrl }: UploadGrant, http: PlainHttp): string | undefined {
  if (typeof presignedUrl !== "string" || !URL.canParse(presignedUrl)) return "no usable `presignedUrl`";
  const url = new URL(presignedUrl);
  if (!isAllowedScheme(url, http)) {
    return `a \`presignedUrl\` at ${url.protocol}//${url.host}, which must be https, unless you set dangerouslyAllowHttp`;
  }
  if (url.username || url.password) return "a `presignedUrl` with a user or a password";
  if (typeof publicUrl !== "string" || !URL.canParse(publicUrl)) return "no absolute `publicUrl`";
  const { protocol } = new URL(publicUrl);
  return unreadableSchemes.test(protocol) ? `a \`publicUrl\` of the scheme ${protocol}` : undefined;
}

/** Whether an address has https, or http where that is allowed. */
export function isAllowedScheme({ protocol, hostname }: Pick<URL, "protocol" | "hostname">, http: PlainHttp): boolean {
  if (protocol === "https:") return true;
  if (protocol !== "http:" || http === "never") return false;
  return http === "anywhere" || isLoopback(hostname);
}

/** Whether a host name always means the machine itself. */
function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
