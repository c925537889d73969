/** A service that notes what arrives, for what a client sends on each runtime. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listenLocally } from "../../packages/sdk/test/support/local-server.ts";
import type { OnFinished } from "../../packages/sdk/test/support/raw-service.ts";

/** An upload or another write. */
export interface Received {
  /** The header, or how the body came without one. */
  length: string;
  bodyBytes: number;
}

/**
 * Starts it. The first part of a path is the name of a client: "early" has its upload answered before it is read, and what ends
 * with "-closed" is read, and gets no response.
 */
export async function startNotingService(onFinished: OnFinished) {
  /** By the client's name. Requests for grants are not noted. */
  const received: Record<string, Received[]> = {};
  const server = createServer((request, response) => void answer(request, response));
  const origin = await listenLocally(server);
  onFinished(() => closeServer(server));
  return { origin, received };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = ""] = request.url?.split("/") ?? [];
    const { "content-length": contentLength, "transfer-encoding": encoding = "no length" } = request.headers;
    const length = contentLength ?? encoding;
    const isGrant = request.url?.endsWith("/presigned-url");
    const isEarly = name === "early" && request.method === "PUT";
    let bodyBytes = 0;
    if (isEarly) bodyBytes = Number(length);
    else for await (const chunk of request) bodyBytes += chunk.length;
    if (!isGrant) received[name] = [...(received[name] ?? []), { length, bodyBytes }];
    // Not by `response`, whose end would read the rest of the request.
    if (isEarly) return void request.socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    if (name.endsWith("-closed")) return void request.socket.destroy();
    const address = `${origin}/${name}/a.wav`;
    const grant = { key: "a", presignedUrl: `${address}?signature=s`, publicUrl: address };
    const data = isGrant ? grant : { callId: "1", status: "processing", memberId: "m" };
    response.writeHead(isGrant ? 200 : 201, { "content-type": "application/json" });
    response.end(JSON.stringify({ data, success: true, message: "ok", added_count: 1 }));
  }
}
