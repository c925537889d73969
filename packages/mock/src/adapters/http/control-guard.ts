/**
 * Checks each request to the control interface: its Host, its Origin and, where one is set, the admin token. The command
 * does not listen beyond loopback without a token.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { lockedPageText, pageResponse } from "../../control/page/page.js";
import { jsonResponse, type ServiceResponse } from "../../core/message.js";

/** What decides who may use the control interface. */
export interface ControlGuardOptions {
  /** Without one, everybody who can connect may. */
  adminToken: string | undefined;
  /** Whether only this machine can reach the server. */
  isLocal: boolean;
  /** The server's origin, as its addresses have it. */
  origin: string;
}

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

const controlPath = /^(?:\/sandboxes\/[^/?#]*)?\/__mock__(?:[/?#]|$)/;

/** What needs no token: the health, and the redirect to the page. */
const openPath = /\/__mock__(?:\/health)?(?:[?#]|$)/;

const pagePath = /\/__mock__\/(?:[?#]|$)/;

const healthPath = /^\/__mock__\/health(?:[?#]|$)/;

/** Whether a path is that of the health, which is there also without a control interface. */
export function isHealthPath(path: string): boolean {
  return healthPath.test(path);
}

/** Whether a host is a loopback one, which no other machine can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether a path belongs to a control interface: the service's own or a sandbox's. */
export function isControlPath(path: string): boolean {
  return controlPath.test(path);
}

/**
 * Keeps foreign web pages away from the control interface. A page can send requests to this machine, and, by a host
 * name of its own that resolves to this machine, even read the responses.
 */
export class ControlGuard {
  readonly #options: ControlGuardOptions;
  readonly #ownHosts: readonly string[];

  constructor(options: ControlGuardOptions) {
    this.#options = options;
    const { host, port } = new URL(options.origin);
    this.#ownHosts = [host, ...loopbackNames.map((name) => (port === "" ? name : `${name}:${port}`))];
  }

  /** The response that stands for the control interface's own; undefined when the request may pass. */
  refusal({ headers, method }: IncomingMessage, path: string): ServiceResponse | undefined {
    // A server for other machines has names that only its users know; there the token keeps others out.
    if (this.#options.isLocal && !this.#isOwnHost(headers.host))
      return forbidden(`The header Host names another host: send the request to ${this.#options.origin}.`);
    if (!this.#isOwnOrigin(headers)) return forbidden("Pages of other origins have no control.");
    if (this.#hasToken(headers)) return undefined;
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && openPath.test(path)) return undefined;
    // The page is there without the token, its data is not.
    return isRead && pagePath.test(path)
      ? pageResponse(lockedPageText())
      : forbidden("The admin token is missing or wrong: send it as x-admin-token.");
  }

  #isOwnHost(host = ""): boolean {
    return this.#ownHosts.includes(host.toLowerCase());
  }

  #isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
    if (origin === undefined) return true;
    const authority = origin.replace(/^http:\/\//, "");
    return this.#isOwnHost(authority) || (!this.#options.isLocal && authority === host);
  }

  #hasToken({ authorization = "", ...headers }: IncomingHttpHeaders): boolean {
    const { adminToken } = this.#options;
    if (adminToken === undefined) return true;
    const sent = headers["x-admin-token"] ?? authorization.replace(/^bearer +/i, "");
    return timingSafeEqual(digest(String(sent)), digest(adminToken));
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function forbidden(message: string): ServiceResponse {
  return jsonResponse(403, { error: { code: "forbidden", message, fields: [] } });
}
