/**
 * The PUT by `node:http`, for Deno: its `fetch` sends every stream in chunks, and reads a Blob of a file into memory as a whole
 * (Deno 2.9, 256 MiB from disk: 821 MiB at the peak, 81 by `node:http`). `node:http` follows no redirect.
 */
import { longestErrorText } from "../request/response.js";
import { onAbortOf } from "../request/timers.js";
import { builtinModule, environmentVariable } from "../runtime.js";
import { streamingSender } from "./body.js";
import { type Sender, type StoreRequest, type StoreResponse, sendError } from "./store.js";

/** The parts of `node:http` that are used. */
interface ClientRequest {
  on(event: "error", listener: (error: Error) => void): this;
  once(event: "response", listener: (incoming: IncomingMessage) => void): this;
  destroy(error?: Error): void;
}
interface IncomingMessage extends AsyncIterable<Uint8Array> {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
}
interface NodeHttp {
  Agent: new (options: { proxyEnv: Record<string, string | undefined> }) => object;
  request(url: string, options: { method: string; headers: Record<string, string>; agent: object }): ClientRequest;
}
interface NodeStreams {
  pipeline(from: ReadableStream<Uint8Array>, to: ClientRequest): Promise<void>;
}

export const nodeHttpSender: Sender = streamingSender(async (request, headers, stream) => {
  try {
    return await put(request, headers, stream);
  } catch (failure) {
    throw sendError(request, failure);
  }
});

async function put(
  { url, signal }: StoreRequest,
  headers: Record<string, string>,
  stream: ReadableStream<Uint8Array>,
): Promise<StoreResponse> {
  const { request, Agent } = builtin<NodeHttp>(url.startsWith("https:") ? "node:https" : "node:http");
  signal.throwIfAborted();
  const outgoing = request(url, { method: "PUT", headers, agent: new Agent({ proxyEnv: proxyEnvironment() }) });
  const stopListening = onAbortOf(signal, () => outgoing.destroy(signal.reason));
  try {
    return await responseTo(outgoing, stream);
  } finally {
    stopListening();
    outgoing.destroy();
  }
}

/** Deno's `fetch` goes through these proxies by itself; `node:http` does if its agent is told. */
function proxyEnvironment(): Record<string, string | undefined> {
  const names = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap((name) => [name, name.toUpperCase()]);
  return Object.fromEntries(names.map((name) => [name, environmentVariable(name)]));
}

/** A store may respond and close before everything is sent: once it has responded, only its response counts. */
function responseTo(outgoing: ClientRequest, stream: ReadableStream<Uint8Array>): Promise<StoreResponse> {
  const { pipeline } = builtin<NodeStreams>("node:stream/promises");
  return new Promise((resolve, reject) => {
    let hasResponded = false;
    const fail = (error: Error) => hasResponded || reject(error);
    outgoing.on("error", fail).once("response", (incoming) => {
      hasResponded = true;
      responseOf(incoming).then(resolve, reject);
    });
    pipeline(stream, outgoing).catch(fail);
  });
}

async function responseOf(incoming: IncomingMessage): Promise<StoreResponse> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of incoming) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length >= longestErrorText) break;
  }
  const { statusCode, headers } = incoming;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return { status: statusCode, headers: headersOf(headers), text, isRedirect };
}

function headersOf(headers: IncomingMessage["headers"]): Headers {
  return new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
}

function builtin<T>(name: string): T {
  const found = builtinModule<T>(name);
  if (!found) throw new Error(`${name} is missing.`);
  return found;
}
