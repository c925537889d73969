import type { ResponseDelivery, ServiceResponse } from "../core/message.js";
import { forever, pause } from "../core/pause.js";
import { bytesOf, firstHalf, piecesOf, slowChunkPauseMs } from "./delivery.js";

type BodyDelivery = Exclude<ResponseDelivery, "error" | "reset" | "timeout">;

/** What decides how an answer becomes a `Response`. */
export interface ResponseOptions {
  method: string;
  signal: AbortSignal;
  /** Gives, or throws, what stands for a connection that broke. */
  networkError: (kind: "error" | "reset") => Response;
}

/** An answer as a `Response`, at doors without a connection. */
export function responseOf(answer: ServiceResponse, options: ResponseOptions): Response | Promise<Response> {
  switch (answer.delivery) {
    case undefined:
      return plainResponse(answer, options.method);
    case "error":
    case "reset":
      return options.networkError(answer.delivery);
    case "timeout":
      return forever(options.signal);
    default:
      return harmedResponse(answer, answer.delivery, options);
  }
}

function plainResponse({ status, headers, body }: ServiceResponse, method: string): Response {
  const hasBody = method !== "HEAD" && status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? body : null, { status, headers });
}

function harmedResponse(
  answer: ServiceResponse,
  delivery: BodyDelivery,
  { method, signal }: ResponseOptions,
): Response {
  if (answer.body === null || method === "HEAD") return plainResponse(answer, method);
  const bytes = bytesOf(answer.body);
  // msw 3 tells a client of a broken body only when the length was announced.
  const headers = { ...answer.headers, "content-length": String(bytes.length) };
  const next = sourceOf(bytes, { delivery, signal });
  const body = new ReadableStream({ pull: (controller) => pull(controller, next) }, { highWaterMark: 0 });
  return new Response(body, { status: answer.status, headers });
}

async function pull(controller: ReadableStreamDefaultController, next: AsyncIterator<Uint8Array>): Promise<void> {
  const { value, done } = await next.next();
  if (done) controller.close();
  else controller.enqueue(value);
}

async function* sourceOf(
  bytes: Uint8Array<ArrayBuffer>,
  { delivery, signal }: { delivery: BodyDelivery; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  if (delivery !== "slow-chunks") {
    yield firstHalf(bytes);
    if (delivery === "stall") await forever(signal);
    throw new TypeError("terminated: the fake broke the connection in the middle of the body.");
  }
  for (const piece of piecesOf(bytes)) {
    await pause(slowChunkPauseMs, signal);
    yield piece;
  }
}
