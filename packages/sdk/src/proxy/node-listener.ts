/** The adapter from a Web handler to a listener of `node:http`. It names what it uses of Node, and imports nothing of it. */
import { ConfigurationError } from "../errors/request-errors.js";
import { checkNames } from "../known-names.js";

/** What is used of Node's `IncomingMessage`. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Where express has mounted the listener, `url` lacks the mount path, and this has it. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: object;
  readonly httpVersionMajor: number;
  /** Whether the whole request has been received. */
  readonly complete: boolean;
}

/** What is used of Node's `ServerResponse`. */
export interface NodeResponse {
  statusCode: number;
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  setHeader(name: string, value: string | string[]): unknown;
  end(body: Uint8Array): unknown;
  on(event: "close", listener: () => void): unknown;
}

/**
 * Makes a listener for `createServer()` of `node:http`, or for express, from a Web handler. Put it before whatever parses
 * bodies.
 *
 * The address of the Request has the origin of the option, or of the connection and the `Host` header. A page of another
 * origin cannot set `Host`, so comparing it with `Origin` is safe against pages; other programs can write what they want.
 *
 * What the handler throws is printed by `console.error`, and answered with an empty 500.
 *
 * @param options.origin your server's own origin as browsers have it, such as `https://app.example.com`. Set it behind a
 *   proxy that ends TLS. By default it is from the connection and the `Host` header; `Forwarded` headers are not read
 * @throws {ConfigurationError} for an invalid origin, or an unknown option
 */
export function toNodeListener(
  handler: (request: Request) => Promise<Response>,
  options: { origin?: string | undefined } = {},
): (incoming: NodeRequest, outgoing: NodeResponse) => void {
  if (typeof handler !== "function") throw new ConfigurationError("handler must be a function, such as a proxy's.");
  checkNames("toNodeListener()", options, { origin: true });
  const { origin } = options;
  if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).origin === origin)) {
    throw new ConfigurationError("origin must be like https://app.example.com.");
  }
  return (incoming, outgoing) => {
    listen(incoming, outgoing, { handler, origin }).catch(() => fail(outgoing, 500));
  };
}

async function listen(
  incoming: NodeRequest,
  outgoing: NodeResponse,
  { handler, origin }: { handler: (request: Request) => Promise<Response>; origin: string | undefined },
): Promise<void> {
  const controller = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) controller.abort(new Error("The browser has ended the connection."));
  });
  const request = toRequest(incoming, origin ?? originOf(incoming), controller.signal);
  if (!request) return fail(outgoing, 400);
  const response = await answerOf(handler, request);
  if (!response) return fail(outgoing, 500);
  await write(outgoing, response, incoming);
}

/** The handler's response; undefined when it throws. */
async function answerOf(handler: (request: Request) => Promise<Response>, request: Request) {
  try {
    return await handler(request);
  } catch (error) {
    // The author of the handler looks for it here. When the browser has gone away, there is nothing to mend.
    if (!request.signal.aborted) console.error(error);
    return undefined;
  }
}

/** The Request; undefined when its address, its method or its headers cannot be in one. */
function toRequest(incoming: NodeRequest, origin: string, signal: AbortSignal): Request | undefined {
  const { method = "GET", url = "", originalUrl = url, headers } = incoming;
  // A client may write a whole address in place of the path: its origin counts for nothing.
  const path = originalUrl.replace(/^https?:\/\/[^/?]*/i, "");
  const hasBody = method !== "GET" && method !== "HEAD";
  try {
    const init = {
      method,
      headers: headersOf(headers),
      signal,
      ...(hasBody && { body: bodyOf(incoming), duplex: "half" }),
    };
    return path.startsWith("/") ? new Request(origin + path, init) : undefined;
  } catch {
    return undefined;
  }
}

/** A `Host` that is more than a host gives no origin, and so no Request. */
function originOf({ socket, headers }: NodeRequest): string {
  const protocol = Reflect.get(socket, "encrypted") === true ? "https" : "http";
  const { host = headers[":authority"] ?? "localhost" } = headers;
  return /^[\w.:[\]-]+$/.test(String(host)) ? `${protocol}://${host}` : "";
}

function headersOf(headers: NodeRequest["headers"]): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 has the parts of the address among its headers.
    if (name.startsWith(":")) continue;
    for (const one of Array.isArray(value) ? value : [value ?? ""]) result.append(name, one);
  }
  return result;
}

/** Read as it is asked for. Cancelling it only stops reading: to end the connection would lose the response. */
function bodyOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
    },
    { highWaterMark: 0 },
  );
}

async function write(outgoing: NodeResponse, response: Response, incoming: NodeRequest): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  // The rest of a body that nobody has read would stand before the next request. HTTP/2 has a stream for each.
  if (!incoming.complete && incoming.httpVersionMajor === 1) outgoing.setHeader("connection", "close");
  outgoing.end(body);
}

function fail(outgoing: NodeResponse, status: number): void {
  if (outgoing.destroyed) return;
  outgoing.statusCode = status;
  outgoing.end(new Uint8Array());
}
