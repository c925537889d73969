import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { jsonResponse, type ServiceResponse } from "../../core/message.js";

/** What decides who may look after the fake over HTTP. */
export interface ControlGuardOptions {
  /** Without one, whoever can connect may. */
  adminToken: string | undefined;
  /** Whether the server is reached from this machine alone. */
  isLocal: boolean;
  /** The server's origin, as its addresses have it. */
  origin: string;
}

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

const controlPath = /^(?:\/sandboxes\/[^/?#]*)?\/__mock__(?:[/?#]|$)/;

/** Whether a path is one of the control interface, the service's own or a sandbox's. */
export function isControlPath(path: string): boolean {
  return controlPath.test(path);
}

/**
 * Keeps control from pages of others: a page can send requests to this machine, and by a name of its own that
 * resolves to it even read the answers.
 */
export class ControlGuard {
  readonly #options: ControlGuardOptions;
  readonly #ownHosts: readonly string[];

  constructor(options: ControlGuardOptions) {
    this.#options = options;
    const { host, port } = new URL(options.origin);
    this.#ownHosts = [host, ...loopbackNames.map((name) => (port === "" ? name : `${name}:${port}`))];
  }

  /** The answer to a request that may not pass; undefined for one that may. */
  refusal({ headers }: IncomingMessage): ServiceResponse | undefined {
    // A server for other machines has names that only its users know; there the token keeps others out.
    if (this.#options.isLocal && !this.#isOwnHost(headers.host))
      return forbidden("The header Host names another host.");
    if (!this.#isOwnOrigin(headers)) return forbidden("Pages of other origins have no control.");
    if (!this.#hasToken(headers)) return forbidden("The admin token is missing or wrong: send it as x-admin-token.");
    return undefined;
  }

  #isOwnHost(host = ""): boolean {
    return this.#ownHosts.includes(host.toLowerCase());
  }

  #isOwnOrigin({ origin, host }: IncomingMessage["headers"]): boolean {
    if (origin === undefined) return true;
    const authority = origin.replace(/^http:\/\//, "");
    return this.#isOwnHost(authority) || (!this.#options.isLocal && authority === host);
  }

  #hasToken({ authorization = "", ...headers }: IncomingMessage["headers"]): boolean {
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
