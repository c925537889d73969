/**
 * Responds to the requests of Node's HTTP server. It creates no Request and no Response, because they cost more than
 * the rest.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import {
  errorResponse,
  isStreamed,
  jsonResponse,
  type ServiceRequest,
  type ServiceResponse,
  type StreamedBody,
  type TakeChunk,
} from "../../core/message.js";
import type { ServiceAdapter } from "../../service.js";
import type { ConsoleFiles } from "./console-files.js";
import { type ControlGuard, isControlPath, isHealthPath } from "./control-guard.js";
import { isPreflight, preflightResponse, withCors } from "./cors.js";

/** Where a server listens by default. */
export const defaultPort = 4010;
export const defaultHost = "127.0.0.1";

/** A request in the log. It has only the path of the URL, because the query may hold a signature. */
export interface RequestLogEntry {
  method: string;
  path: string;
  /** 0 when there was no response. */
  status: number;
  durationMs: number;
}

/** The URLs of a server for its clients, and the settings of its control interface. */
export interface Place {
  /** The URL where clients reach the server, whatever a request says. */
  url: string;
  /** The path of the public URL, without a slash at the end. */
  prefix: string;
  /** Undefined if there is no control interface. */
  guard: ControlGuard | undefined;
}

/** The dependencies and options of a listener. */
export interface ListenerOptions {
  handle: ServiceAdapter["handle"];
  place: () => Place;
  /** Moves the server to another public URL. @throws {RangeError} when the URL is invalid */
  moveTo: (url: string) => void;
  cors: boolean;
  onRequest: ((entry: RequestLogEntry) => void) | undefined;
  /** Undefined if there is no control interface, or if the console was not built. */
  consoleFiles: ConsoleFiles | undefined;
}

/** Responds to the requests of Node's server. */
export function createListener(options: ListenerOptions): RequestListener {
  return async (incoming, outgoing) => {
    if (options.onRequest) logWhenClosed(outgoing, options.onRequest);
    try {
      const response = await respond(outgoing, options);
      // The rest of a body that was too large is read and dropped, for the client may still send it. A body of which
      // nothing was read is dropped by Node itself.
      if (incoming.readableDidRead && !incoming.readableEnded) outgoing.once("finish", () => incoming.resume());
      send(outgoing, response);
    } catch (error) {
      sendFailure(outgoing, error);
    }
  };
}

async function respond(
  outgoing: ServerResponse,
  { handle, place, moveTo, cors, consoleFiles }: ListenerOptions,
): Promise<ServiceResponse> {
  const incoming = outgoing.req;
  const { url, prefix, guard } = place();
  const path = withoutPrefix(pathOf(incoming), prefix);
  const isRead = incoming.method === "GET" || incoming.method === "HEAD";
  if (!guard && isRead && isHealthPath(path)) return jsonResponse(200, { status: "ok" });
  const isControl = isControlPath(path);
  const refusal = isControl ? guard?.(incoming, path) : undefined;
  if (refusal) return refusal;
  const asset = isControl && isRead ? consoleFiles?.asset(path) : undefined;
  if (asset) return asset;
  if (cors && isPreflight(incoming)) return preflightResponse(incoming);
  const request = new HttpRequest(outgoing, { url: url + path, moveTo });
  const response =
    (await handle(request)) ?? errorResponse(404, { code: "not_found", message: "This path does not exist." });
  if (isControl && isRead && response.status === 200 && consoleFiles?.isPage(path)) return consoleFiles.page();
  const { origin } = incoming.headers;
  return cors && origin !== undefined ? withCors(response, origin) : response;
}

/** A request of Node's server, in the service's form. */
class HttpRequest implements ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly moveTo: ListenerOptions["moveTo"];
  readonly #outgoing: ServerResponse;

  constructor(outgoing: ServerResponse, { url, moveTo }: Pick<ListenerOptions, "moveTo"> & { url: string }) {
    this.method = outgoing.req.method ?? "GET";
    this.url = url;
    this.moveTo = moveTo;
    this.#outgoing = outgoing;
  }

  get length(): ServiceRequest["length"] {
    if (this.header("content-length") !== null) return undefined;
    return this.header("transfer-encoding") === null ? "missing" : "chunked";
  }

  get headers(): ServiceRequest["headers"] {
    return new HeaderPairs(this.#outgoing.req.rawHeaders);
  }

  header(name: string): string | null {
    const value = this.#outgoing.req.headers[name];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  }

  onLeave(listener: () => void): () => void {
    const outgoing = this.#outgoing;
    // It closes after every response.
    const close = () => outgoing.writableFinished || listener();
    if (outgoing.destroyed) close();
    else outgoing.on("close", close);
    return () => outgoing.off("close", close);
  }

  read(take: TakeChunk): Promise<void> {
    const incoming = this.#outgoing.req;
    return new Promise((resolve, reject) => {
      // The connection stays, for the response is still to be sent.
      const stop = (error: unknown) => {
        incoming.off("data", next).pause();
        reject(error);
      };
      const next = (chunk: Uint8Array) => {
        try {
          const taken = take(chunk);
          if (taken) incoming.pause();
          taken?.then(() => incoming.resume(), stop);
        } catch (error) {
          stop(error);
        }
      };
      incoming.on("data", next).on("end", resolve).on("error", reject);
    });
  }
}

/**
 * The headers from a list in which names and values alternate. The journal keeps them for each request, as one text: the
 * garbage collector copies every object that is kept.
 */
class HeaderPairs {
  readonly #lines: string;

  constructor(raw: readonly string[]) {
    this.#lines = raw.join("\n");
  }

  *[Symbol.iterator](): Generator<readonly [name: string, value: string]> {
    const raw = this.#lines.split("\n");
    for (let index = 1; index < raw.length; index += 2) yield [raw[index - 1] ?? "", raw[index] ?? ""];
  }
}

/** Sends a response. A response to HEAD, or one without a body, has only headers. */
function send(outgoing: ServerResponse, response: ServiceResponse): void {
  const { body, delivery } = response;
  if (outgoing.destroyed) return;
  // When a connection that was used before ends in silence, a browser sends the request again, also a POST.
  // After an interim response it does not, but it takes an orderly end for an empty response, so the connection is reset.
  const isOfBrowser = delivery !== undefined && outgoing.req.headers["sec-fetch-site"] !== undefined;
  if (isOfBrowser) outgoing.writeProcessing();
  // A connection by TLS cannot be reset.
  if ((isOfBrowser || delivery === "reset") && !("encrypted" in (outgoing.socket ?? {})))
    outgoing.socket?.resetAndDestroy();
  else if (delivery) outgoing.destroy();
  else {
    outgoing.writeHead(response.status, rawHeaders(response));
    if (outgoing.req.method === "HEAD") outgoing.end();
    else if (isStreamed(body)) sendChunks(outgoing, body).catch(() => outgoing.destroy());
    else outgoing.end(body ?? undefined);
  }
}

async function sendChunks(outgoing: ServerResponse, body: StreamedBody): Promise<void> {
  const chunks = body.chunks()[Symbol.asyncIterator]();
  // A chunk may be long in coming: it is not waited for when the client has gone.
  outgoing.once("close", () => void chunks.return?.());
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    if (outgoing.destroyed) return;
    // Waited for: a slow client slows the body, and a piece is on its way before a connection breaks on purpose.
    await new Promise((resolve) => outgoing.write(next.value, resolve));
  }
  outgoing.end();
}

/**
 * The headers as a list in which names and values alternate, which Node writes at less cost than an object. A
 * Content-Length among the headers replaces the body's own length.
 */
function rawHeaders({ status, headers, body }: ServiceResponse): string[] {
  const raw: string[] = [];
  for (const name in headers) raw.push(name, headers[name] ?? "");
  const sizeBytes = isStreamed(body) ? body.sizeBytes : Buffer.byteLength(body ?? "");
  const isAnnounced = status === 204 || headers["content-length"] !== undefined;
  if (!isAnnounced && sizeBytes !== undefined) raw.push("content-length", String(sizeBytes));
  return raw;
}

/** Handles a failed request. A broken connection needs no response. Any other error is a bug of the fake. */
function sendFailure(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.destroyed || outgoing.headersSent) return;
  console.error(error);
  const message = "The fake failed internally. See its stderr.";
  send(outgoing, errorResponse(500, { code: "internal_error", message }));
}

function logWhenClosed(outgoing: ServerResponse, onRequest: (entry: RequestLogEntry) => void): void {
  const startMs = performance.now();
  outgoing.once("close", () => {
    const [path = ""] = pathOf(outgoing.req).split("?", 1);
    const status = outgoing.headersSent ? outgoing.statusCode : 0;
    onRequest({ method: outgoing.req.method ?? "", path, status, durationMs: performance.now() - startMs });
  });
}

const ownPath = /^\/(?:v1|storage|__mock__)(?:[/?#]|$)/;

/** The path below the public URL. A proxy may keep the public URL's own path, or strip it. */
function withoutPrefix(path: string, prefix: string): string {
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  return ownPath.test(rest) ? rest : path;
}

/** The path of a request target. A client may send the whole URL instead of the path. */
function pathOf({ url = "" }: IncomingMessage): string {
  return url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
}
