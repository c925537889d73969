/** Where a recording may be sent: what an upload grant must be like before a byte of the recording leaves. Pure. */
import type { UploadGrant } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import type { StorePolicy } from "../request/client-settings.js";

/** Schemes that no other machine can read a recording from. */
const unreadableSchemes = /^(javascript|data|blob|file):$/;

/**
 * What is wrong with a grant, for a message; undefined when nothing is. The signature, and a password in an address, are
 * never part of it.
 */
export function grantProblem({ presignedUrl, publicUrl }: UploadGrant, policy: StorePolicy): string | undefined {
  if (typeof presignedUrl !== "string" || !URL.canParse(presignedUrl)) return "no usable `presignedUrl`";
  const url = new URL(presignedUrl);
  if (!isAllowedScheme(url, policy)) {
    return `a \`presignedUrl\` at ${url.protocol}//${url.host}, which must be https, unless you set dangerouslyAllowHttp`;
  }
  if (url.username || url.password) return "a `presignedUrl` with a user or a password";
  if (!isAllowedHost(url, policy))
    return `a \`presignedUrl\` at ${url.hostname}, which storeHosts does not name: add it there if recordings may go to it`;
  if (typeof publicUrl !== "string" || !URL.canParse(publicUrl)) return "no absolute `publicUrl`";
  const { protocol } = new URL(publicUrl);
  return unreadableSchemes.test(protocol) ? `a \`publicUrl\` of the scheme ${protocol}` : undefined;
}

/** Whether an address has https, or http where that is allowed. */
export function isAllowedScheme(
  { protocol, hostname }: Pick<URL, "protocol" | "hostname">,
  { http }: Pick<StorePolicy, "http">,
): boolean {
  if (protocol === "https:") return true;
  if (protocol !== "http:" || http === "never") return false;
  return http === "anywhere" || isLoopback(hostname);
}

/**
 * The hosts of the option `storeHosts`, in lower case as URLs have them.
 *
 * @throws {ConfigurationError} for anything but a list of host names
 */
export function checkStoreHosts(hosts: readonly string[]): string[] {
  const isList = Array.isArray(hosts) && hosts.length > 0;
  if (!isList || !hosts.every((host) => typeof host === "string" && /^(\*\.)?[^*/:\s]+$/.test(host))) {
    throw new ConfigurationError('storeHosts must be a list of host names, such as ["recordings.example.com"].');
  }
  return hosts.map((host) => host.toLowerCase());
}

/** A host that begins with `*.` stands for every host below the rest of it. */
function isAllowedHost({ hostname }: URL, { hosts }: StorePolicy): boolean {
  if (!hosts) return true;
  return hosts.some((host) => (host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host));
}

/** Whether a host name always means the machine itself. */
function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
