/** What the proxy responds with, as data: a reply that several requests share becomes a Response for each of them. */
import type { FieldError } from "../errors/api-errors.js";

/** A status, a JSON body, and headers besides `content-type` and `cache-control`. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

interface ProxyErrorOptions {
  code: string;
  message: string;
  /** Refused fields of the input. @default none */
  fields?: FieldError[];
  headers?: Record<string, string>;
}

/** Ends a request with an error reply. Its message is for the browser's user, so it holds nothing of the server's. */
export class ProxyError extends Error {
  readonly reply: Reply;

  constructor(status: number, { code, message, fields = [], headers = {} }: ProxyErrorOptions) {
    super(message);
    this.reply = { status, body: { error: { code, message, fields } }, headers };
  }
}

/** The reply as a Response that no cache keeps. */
export function toResponse({ status, body, headers }: Reply): Response {
  const ofEach = { "content-type": "application/json", "cache-control": "no-store" };
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers: { ...ofEach, ...headers } });
}
