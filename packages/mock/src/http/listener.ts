import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Answer, type Incoming, json } from "../routes/exchange.js";
import type { MockService } from "../service.js";
import { isPreflight, preflightAnswer, withCors } from "./cors.js";

/** A request as the log has it: of the address the path alone, for a query may hold a signature. */
export interface RequestLogEntry {
  method: string;
  path: string;
  status: number;
  durationMs: number;
}

/** What a listener works with. */
export interface ListenerOptions {
  service: MockService;
  origin: string;
  cors: boolean;
  onRequest: ((entry: RequestLogEntry) => void) | undefined;
}

/** Answers requests of Node's server, straight from the service: no Request and no Response is made. */
export function createListener(options: ListenerOptions): RequestListener {
  const { onRequest } = options;
  return (request, response) => {
    if (onRequest) logWhenClosed(request, response, onRequest);
    answerTo(request, options)
      .then((answer) => send(response, answer))
      .catch((error: unknown) => fail(response, error));
  };
}

async function answerTo(request: IncomingMessage, { service, origin, cors }: ListenerOptions): Promise<Answer> {
  if (cors && isPreflight(request)) return preflightAnswer(request);
  const answer = (await service.handle(toIncoming(request, origin))) ?? nothingHere();
  return cors && request.headers.origin !== undefined ? withCors(answer) : answer;
}

function toIncoming(request: IncomingMessage, origin: string): Incoming {
  return {
    method: request.method ?? "GET",
    url: `${origin}${pathOf(request)}`,
    header: (name) => headerOf(request, name),
    // Stopping early must not end the connection, on which the answer is still to be sent.
    chunks: () => request.iterator({ destroyOnReturn: false }),
  };
}

/** A client may write the whole address in place of the path. */
function pathOf({ url = "" }: IncomingMessage): string {
  return url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body ?? "") };
  response.writeHead(status, { ...length, ...headers }).end(body ?? undefined);
}

/** A connection that broke needs no answer; anything else is a fault of the fake's own. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) return;
  console.error(error);
  send(response, json(500, { error: { code: "internal_error", message: "The fake itself failed.", fields: [] } }));
}

function nothingHere(): Answer {
  return json(404, { error: { code: "not_found", message: "There is nothing at this path.", fields: [] } });
}

function logWhenClosed(
  request: IncomingMessage,
  response: ServerResponse,
  onRequest: (entry: RequestLogEntry) => void,
): void {
  const startMs = performance.now();
  response.once("close", () => {
    const [path = ""] = pathOf(request).split("?", 1);
    const { statusCode: status } = response;
    onRequest({ method: request.method ?? "", path, status, durationMs: performance.now() - startMs });
  });
}
