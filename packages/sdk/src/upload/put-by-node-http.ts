/** Sends the PUT with `node:http`. Only for Deno, whose `fetch` sends every stream in chunks, without a length. */
import { builtinModule, environmentVariable, isDeno } from "../runtime.js";
import type { Sender } from "./put.js";
import { bodyOf } from "./recording-body.js";

type IncomingMessage = InstanceType<typeof import("node:http").IncomingMessage>;

export const streamByNodeHttp: Sender = {
  isAvailable: ({ hasOwnFetch }) => !hasOwnFetch && isDeno(),
  showsProgress: true,
  async send(put) {
    const { url, recording, signal } = put;
    const http = builtinModule(url.startsWith("https:") ? "node:https" : "node:http");
    const stream = builtinModule("node:stream");
    if (!http || !stream) throw new Error("node:http is missing.");
    const body = bodyOf(put);
    const headers = { "content-type": recording.contentType, "content-length": String(recording.sizeBytes) };
    const agent = new http.Agent({ proxyEnv: proxyEnvironment() });
    const outgoing = http.request(url, { method: "PUT", headers, agent, signal });
    try {
      const unreadable = new Promise<never>((_, reject) => {
        // A store may respond and close before everything is sent: then only its response counts.
        stream.promises.pipeline(body.stream, outgoing).catch((failure) => body.failure() && reject(failure));
      });
      const responding = new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.on("error", reject).once("response", resolve);
      });
      const incoming = await Promise.race([responding, unreadable]);
      // A store may respond before it has read everything: then nothing more is sent.
      incoming.once("close", () => outgoing.destroy());
      const { statusCode: status = 0 } = incoming;
      const isEmpty = [204, 205, 304].includes(status);
      if (isEmpty) incoming.destroy();
      // Web streams of Node's types and of the platform's differ, the streams do not.
      const content = stream.Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const response = new Response(isEmpty ? null : content, { status, headers });
      return { response, isComplete: body.isComplete() };
    } catch (failure) {
      throw body.failure() ?? failure;
    }
  },
};

/** The environment's proxies. Deno's `fetch` uses them on its own, but `node:http` only if its agent is configured. */
function proxyEnvironment(): Record<string, string | undefined> {
  const names = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap((name) => [name, name.toUpperCase()]);
  return Object.fromEntries(names.map((name) => [name, environmentVariable(name)]));
}
