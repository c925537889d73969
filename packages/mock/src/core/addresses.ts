/** The base addresses of the service, and the check whether an address is below one of them. */
import * as z from "zod";
import { decodeUri } from "./encoding.js";

/** The base addresses of the service. None ends with a slash. */
export interface Addresses {
  /** The external interface; ends with the version segment. */
  baseUrl: string;
  /** The campaign interface; its paths carry the version segment themselves. */
  campaignBaseUrl: string;
  /** The storage that recordings are uploaded to. */
  storageUrl: string;
  /** The control interface of the fake; the HTTP server has one, and a service that was given one. */
  controlUrl?: string;
}

/** The addresses of a service for which none are given. */
export const defaultAddresses: Addresses = {
  baseUrl: "https://api.call-analysis.test/v1",
  campaignBaseUrl: "https://campaigns.call-analysis.test",
  storageUrl: "https://storage.call-analysis.test",
};

/**
 * Brings addresses into the form that request addresses have: normalized, and without a slash at the end.
 *
 * @throws {TypeError} when one is not an http or https address
 */
export function checkAddresses(addresses: Addresses): Addresses {
  const given = Object.entries(addresses).filter(([, address]) => address !== undefined);
  // The same fields, of which none is missing that was there.
  return Object.fromEntries(given.map(([option, address]) => [option, checkAddress(option, address)])) as never;
}

/** The addresses of a server whose root is at this URL, without a slash at its end. */
export function addressesBelow(root: string): Required<Addresses> {
  return {
    baseUrl: `${root}/v1`,
    campaignBaseUrl: root,
    storageUrl: `${root}/storage`,
    controlUrl: `${root}/__mock__`,
  };
}

/** The URL of a server, which may have a path. The message does not repeat it: it may have a password before the host. */
export const publicUrlSchema = z.string().refine(isPublicUrl, {
  error: "must be an http or https URL without user, password, query or fragment",
});

function isPublicUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text);
}

/** URL parsers leave these out without a word, so what they read is another address than what was written. */
const droppedByParsers = /^\s|\s$|\p{Cc}/u;

/** Whether a text is an address as it is written, of any scheme. */
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

/** An address in the form that all have: without a slash at its end. */
export function normalized(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}
