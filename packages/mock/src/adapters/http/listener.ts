import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { jsonResponse, type ServiceResponse } from "../../core/message.js";
import { adapterOf, type MockService } from "../../service.js";
import { type ControlGuard, isControlPath } from "./control-guard.js";
import { isPreflight, preflightAnswer, withCors } from "./cors.js";
import { HttpIncoming, pathOf } from "./incoming.js";
import { send } from "./send.js";

/** A request as the log has it: of the address the path alone, for a query may hold a signature. */
export interface RequestLogEntry {
  method: string;
  path: string;
  /** 0 when nothing was answered. */
  status: number;
  durationMs: number;
}

/** What a listener works with. */
export interface ListenerOptions {
  service: MockService;
  origin: string;
  cors: boolean;
  onRequest: ((entry: RequestLogEntry) => void) | undefined;
  guard: ControlGuard;
  /** Is waited for before each answer. */
  beforeResponse: (() => Promise<void>) | undefined;
}

/** Answers requests of Node's server, straight from the service: no Request and no Response is made. */
export function createListener(options: ListenerOptions): RequestListener {
  const { onRequest } = options;
  return (request, response) => {
    if (onRequest) logWhenClosed(request, response, onRequest);
    answerTo(request, response, options)
      .then((answer) => send(response, answer))
      .catch((error: unknown) => fail(response, error));
  };
}

async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  options: ListenerOptions,
): Promise<ServiceResponse> {
  const { service, origin, cors, guard, beforeResponse: beforeAnswer } = options;
  const refusal = isControlPath(pathOf(request)) ? guard.refusal(request) : undefined;
  if (refusal) return refusal;
  if (cors && isPreflight(request)) return preflightAnswer(request);
  const answer = (await adapterOf(service).handle(new HttpIncoming(request, response, origin))) ?? nothingHere();
  if (beforeAnswer) await beforeAnswer();
  return cors && request.headers.origin !== undefined ? withCors(answer) : answer;
}

/** A connection that broke needs no answer; anything else is a fault of the fake's own. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) return;
  console.error(error);
  send(
    response,
    jsonResponse(500, { error: { code: "internal_error", message: "The fake itself failed.", fields: [] } }),
  );
}

function nothingHere(): ServiceResponse {
  return jsonResponse(404, { error: { code: "not_found", message: "There is nothing at this path.", fields: [] } });
}

function logWhenClosed(
  request: IncomingMessage,
  response: ServerResponse,
  onRequest: (entry: RequestLogEntry) => void,
): void {
  const startMs = performance.now();
  response.once("close", () => {
    const [path = ""] = pathOf(request).split("?", 1);
    const status = response.headersSent ? response.statusCode : 0;
    onRequest({ method: request.method ?? "", path, status, durationMs: performance.now() - startMs });
  });
}
