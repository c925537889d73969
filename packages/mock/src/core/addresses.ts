/** The base URLs of the service, and the check whether a URL is below one of them. */
import * as z from "zod";
import { decodeUri } from "./encoding.js";

/** The base URLs of the service, without a slash at the end. */
export interface Addresses {
  /** The external interface. Its base URL ends with the version segment. */
  baseUrl: string;
  /** The campaign interface. Its paths contain the version segment. */
  campaignBaseUrl: string;
  /** The storage that recordings are uploaded to. */
  storageUrl: string;
  /** The control interface of the fake. Only an HTTP server has one, or a service with the option `controlUrl`. */
  controlUrl?: string;
}

/** The default base URLs of a service. */
export const defaultAddresses: Addresses = {
  baseUrl: "https://api.call-analysis.test/v1",
  campaignBaseUrl: "https://campaigns.call-analysis.test",
  storageUrl: "https://storage.call-analysis.test",
};

/**
 * Normalizes base URLs, and removes a slash at the end.
 *
 * @throws {TypeError} if one is not an http or https URL
 */
export function checkAddresses(addresses: Addresses): Addresses {
  const given = Object.entries(addresses).filter(([, address]) => address !== undefined);
  // The same fields, of which none is missing that was there.
  return Object.fromEntries(given.map(([option, address]) => [option, checkAddress(option, address)])) as never;
}

/** The base URLs of a server with this root URL, which has no slash at the end. */
export function addressesBelow(root: string): Required<Addresses> {
  return {
    baseUrl: `${root}/v1`,
    campaignBaseUrl: root,
    storageUrl: `${root}/storage`,
    controlUrl: `${root}/__mock__`,
  };
}

/**
 * The URL of a server, which may have a path. The error message does not repeat it, because it may contain a password.
 */
export const publicUrlSchema = z.string().refine(isPublicUrl, {
  error: "must be an http or https URL without user, password, query or fragment",
});

function isPublicUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text);
}

/** Characters that URL parsers drop silently, so that they read another URL than was written. */
const droppedByParsers = /^\s|\s$|\p{Cc}/u;

/** Whether a text is a URL of any scheme. */
export function isAddress(text: string): boolean {
  return URL.canParse(text) && !droppedByParsers.test(text);
}

/**
 * Finds the paths of addresses below a base address, decoded; undefined for one that is elsewhere. Every spelling of an
 * address counts, and a machine's names for itself count as one. The scheme does not matter: a port has one server.
 *
 * Below `http://127.0.0.1:4010/storage`, `HTTP://localhost:04010/storage/a.wav?v=1` has the path `a.wav`.
 */
export function pathsBelow(base: string): (address: URL) => string | undefined {
  const root = new URL(base);
  const [server, prefix] = [serverOf(root), `${root.pathname.replace(/\/$/, "")}/`];
  return (address) => {
    if (!address.pathname.startsWith(prefix) || serverOf(address) !== server) return undefined;
    return decodeUri(address.pathname.slice(prefix.length));
  };
}

const ownNames = ["localhost", "127.0.0.1", "[::1]"];

function serverOf({ hostname, port, protocol }: URL): string {
  const name = hostname.replace(/\.$/, "");
  const defaultPort = protocol === "https:" ? "443" : "80";
  return `${ownNames.includes(name) ? "localhost" : name}:${port || defaultPort}`;
}

function checkAddress(option: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return normalized(address);
  throw new TypeError(`${option} must be an http or https URL, got "${address}".`);
}

/** A URL without a slash at the end. */
export function normalized(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}
