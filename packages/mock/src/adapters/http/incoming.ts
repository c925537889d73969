import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceRequest } from "../../core/message.js";

/** A request of Node's server, as the service takes it. */
export class HttpIncoming implements ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  /** @param origin where the server is, whatever the request says */
  constructor(request: IncomingMessage, response: ServerResponse, origin: string) {
    this.method = request.method ?? "GET";
    this.url = origin + pathOf(request);
    this.#request = request;
    this.#response = response;
  }

  /** Aborts when the client has gone. Made when it is asked for: most requests are answered at once. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#response);
    return this.#signal;
  }

  header(name: string): string | null {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  }

  chunks(): AsyncIterable<Uint8Array> {
    // Stopping early must not end the connection, on which the answer is still to be sent.
    return this.#request.iterator({ destroyOnReturn: false });
  }
}

/** A client may write the whole address in place of the path. */
export function pathOf({ url = "" }: IncomingMessage): string {
  return url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const leave = () => controller.abort(new Error("The client has ended the connection."));
  if (response.destroyed) leave();
  else response.once("close", leave);
  return controller.signal;
}
