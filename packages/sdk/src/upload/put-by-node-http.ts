/** The PUT by `node:http`. For Deno only: its `fetch` sends every stream in chunks, without a length. */
import { largestErrorBytes } from "../request/response.js";
import { builtinModule, environmentVariable, isDeno } from "../runtime.js";
import type { Sender, StoreResponse } from "./put.js";
import { bodyOf } from "./recording-body.js";

/** The members of `node:http` and `node:stream` that are used. */
interface ClientRequest {
  on(event: "error", listener: (error: Error) => void): this;
  once(event: "response", listener: (incoming: IncomingMessage) => void): this;
  destroy(): void;
}
interface IncomingMessage extends AsyncIterable<Uint8Array> {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
}
interface NodeHttp {
  Agent: new (options: { proxyEnv: Record<string, string | undefined> }) => object;
  request(
    url: string,
    options: { method: string; headers: Record<string, string>; agent: object; signal: AbortSignal },
  ): ClientRequest;
}
interface NodeStreams {
  pipeline(from: ReadableStream<Uint8Array>, to: ClientRequest): Promise<void>;
}

export const streamByNodeHttp: Sender = {
  isAvailable: ({ hasOwnFetch }) => !hasOwnFetch && isDeno(),
  showsProgress: true,
  async send(put) {
    const { url, recording, signal } = put;
    const http = builtin<NodeHttp>(url.startsWith("https:") ? "node:https" : "node:http");
    const { pipeline } = builtin<NodeStreams>("node:stream/promises");
    const body = bodyOf(put);
    const headers = { "content-type": recording.contentType, "content-length": String(recording.sizeBytes) };
    const agent = new http.Agent({ proxyEnv: proxyEnvironment() });
    const outgoing = http.request(url, { method: "PUT", headers, agent, signal });
    try {
      const unreadable = new Promise<never>((_, reject) => {
        // A store may respond and close before everything is sent: then only its response counts.
        pipeline(body.stream, outgoing).catch((failure) => body.failure() && reject(failure));
      });
      const response = await Promise.race([responseTo(outgoing), unreadable]);
      return { ...response, isComplete: body.isComplete() };
    } catch (failure) {
      throw body.failure() ?? failure;
    } finally {
      outgoing.destroy();
    }
  },
};

async function responseTo(outgoing: ClientRequest): Promise<Omit<StoreResponse, "isComplete">> {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) =>
    outgoing.on("error", reject).once("response", resolve),
  );
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of incoming) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > largestErrorBytes) break;
    }
  } catch {
    // A response that breaks off has said with its status what happened.
  }
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const status = incoming.statusCode;
  return {
    status,
    headers,
    text: text.length > largestErrorBytes ? undefined : text,
    isRedirect: status >= 300 && status < 400,
  };
}

/** Deno's `fetch` goes through these proxies by itself; `node:http` does if its agent is told. */
function proxyEnvironment(): Record<string, string | undefined> {
  const names = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap((name) => [name, name.toUpperCase()]);
  return Object.fromEntries(names.map((name) => [name, environmentVariable(name)]));
}

function builtin<T>(name: string): T {
  const found = builtinModule<T>(name);
  if (!found) throw new Error(`${name} is missing.`);
  return found;
}
