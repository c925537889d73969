/**
 * Checks each request to the control interface: its Host, its Origin and, if one is set, the admin token. Beyond
 * loopback, the command requires a token.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { errorResponse, type ServiceResponse } from "../../core/message.js";

/** The settings that decide who may use the control interface. */
export interface ControlGuardOptions {
  /** The admin token. Without one, everybody who can connect may use the control interface. */
  adminToken: string | undefined;
  /** Whether the server listens on loopback, where other machines cannot connect. */
  isLocal: boolean;
  /** The URL where the server listens. */
  listeningUrl: string;
  /** The URL where clients reach the server, if it was set. */
  publicUrl: string | undefined;
}

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

/** The part of a path below the control interface, without the query; undefined for any other path. */
function partBelow(path: string): string | undefined {
  const [, isControl, part] = /^(\/__mock__)(\/[^?#]*)?(?:[?#]|$)/.exec(path) ?? [];
  return isControl && (part ?? "");
}

/**
 * The paths without data, which need no token: the health check, the page and its assets, and the redirect to the page.
 */
const openPart = /^(?:\/(?:health|assets\/[\w.-]+)?)?$/;

/** Whether a path is the health check's, which exists even without a control interface. */
export function isHealthPath(path: string): boolean {
  return partBelow(path) === "/health";
}

/** Whether a path belongs to the control interface. */
export function isControlPath(path: string): boolean {
  return partBelow(path) !== undefined;
}

/** Whether a host is loopback, which no other machine can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Keeps foreign web pages away from the control interface. A page can send requests to this machine. It can even read
 * the responses, if its host name resolves to this machine.
 */
export function controlGuard({ adminToken, isLocal, listeningUrl, publicUrl }: ControlGuardOptions) {
  const listening = new URL(listeningUrl);
  const port = listening.port === "" ? "" : `:${listening.port}`;
  const own = [listening, ...loopbackNames.map((name) => new URL(`${listening.protocol}//${name}${port}`))];
  if (publicUrl !== undefined) own.push(new URL(publicUrl));
  const ownOrigins = new Set(own.map(({ origin }) => origin));
  const ownHosts = new Set(own.flatMap(spellingsOfHost));

  /** Whether a page at this host may use the server's URLs. To a browser, `localhost` is not `127.0.0.1`. */
  function isOwnName(host = ""): boolean {
    return !isLocal || publicUrl !== undefined || host.toLowerCase() === listening.host;
  }

  /**
   * Whether the Host header is acceptable. A page of another site can reach a server by a name that resolves to it, but
   * not by an IP address. A server for other machines has names that only its users know, unless they have set them.
   * There the token keeps others out.
   */
  function isOwnHost(host: string | undefined): boolean {
    // Probes by HTTP/1.0 name no host, and every browser does.
    if (host === undefined || ownHosts.has(host.toLowerCase())) return true;
    return !isLocal && (publicUrl === undefined || isAddress(host));
  }

  function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
    if (origin === undefined || ownOrigins.has(origin)) return true;
    return !isLocal && origin === `${listening.protocol}//${host}`;
  }

  function hasToken({ authorization = "", ...headers }: IncomingHttpHeaders): boolean {
    if (adminToken === undefined) return true;
    const sent = headers["x-admin-token"] ?? authorization.replace(/^bearer +/i, "");
    // Looked up here, for a server without a token starts without it.
    const { createHash, timingSafeEqual } = process.getBuiltinModule("node:crypto");
    const digest = (text: string) => createHash("sha256").update(text).digest();
    return timingSafeEqual(digest(String(sent)), digest(adminToken));
  }

  /** The response of the guard. Undefined if the request may pass. */
  return (incoming: IncomingMessage, path: string): ServiceResponse | undefined => {
    const { method, url = "" } = incoming;
    // The host of a whole address goes before the header.
    const headers = URL.canParse(url) ? { ...incoming.headers, host: new URL(url).host } : incoming.headers;
    const isRead = method === "GET" || method === "HEAD";
    // A health probe of a server for other machines may use its own host name.
    const isProbe = !isLocal && isRead && isHealthPath(path);
    if (!isProbe && !isOwnHost(headers.host))
      return forbidden(`The Host header names another host. Send the request to ${publicUrl ?? listeningUrl}.`);
    if (!isOwnOrigin(headers)) return forbidden("Pages from other origins may not use the control interface.");
    if (isRead && partBelow(path) === "/" && !isOwnName(headers.host))
      return { status: 307, headers: { location: listeningUrl + path, "cache-control": "no-store" }, body: null };
    if (hasToken(headers) || (isRead && openPart.test(partBelow(path) ?? "none"))) return undefined;
    return forbidden("The admin token is missing or wrong. Send it in the x-admin-token header.");
  };
}

/** Refuses a request to the control interface, or lets it pass. */
export type ControlGuard = ReturnType<typeof controlGuard>;

/** A host as it is in headers: with the port, and also without it if the port is the scheme's default. */
function spellingsOfHost({ protocol, hostname, host, port }: URL): string[] {
  return port === "" ? [host, `${hostname}:${protocol === "https:" ? 443 : 80}`] : [host];
}

/** Whether a host is an IP address or `localhost`, which nobody else can make resolve to another machine. */
function isAddress(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d+$/, "");
  return name === "localhost" || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

function forbidden(message: string): ServiceResponse {
  return errorResponse(403, { code: "forbidden", message });
}
