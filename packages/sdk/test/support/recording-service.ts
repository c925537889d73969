/** A small interface and store behind one real port. A test gives it the responses, one for each request. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { CallAnalysis, type ClientOptions } from "@call-analysis/sdk";
import { test as base } from "vitest";
import { closeServer, listenLocally } from "../support/local-server.js";

/** A request as it came; `body` is whole only when `complete`. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  complete: boolean;
}

/** A request that waits for its answer. */
export interface OpenExchange {
  request: IncomingMessage;
  response: ServerResponse;
  received: ReceivedRequest;
  /** Reads the body to its end. */
  readBody(): Promise<Buffer>;
}

export type Answer = (exchange: OpenExchange) => unknown;

/** What the service was asked, and what it shall answer; when nothing is left to answer with, all is well. */
export class RecordingService {
  readonly grants: ReceivedRequest[] = [];
  readonly puts: ReceivedRequest[] = [];
  readonly creates: ReceivedRequest[] = [];
  readonly reads: ReceivedRequest[] = [];
  readonly strays: ReceivedRequest[] = [];
  readonly #answers = { grants: [] as Answer[], puts: [] as Answer[], creates: [] as Answer[], reads: [] as Answer[] };
  readonly #documents = new Map<string, { contentType: string; body: string }>();
  readonly #server: Server;
  url = "";

  constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  async listen(): Promise<this> {
    this.url = await listenLocally(this.#server);
    return this;
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }

  /** What the next requests are answered with, one each. */
  answer(which: "grants" | "puts" | "creates" | "reads", ...answers: Answer[]): void {
    this.#answers[which].push(...answers);
  }

  /** Answers as if no test had said how. */
  answerByDefault(which: "grants" | "puts" | "creates" | "reads", exchange: OpenExchange): unknown {
    return this.#defaultOf(which)(exchange);
  }

  /** Gives a document to whoever asks for its path. */
  serve(path: string, contentType: string, body: string): void {
    this.#documents.set(path, { contentType, body });
  }

  client(options: ClientOptions = {}): CallAnalysis {
    const retry = { initialDelayMs: 1, maxDelayMs: 2 };
    return new CallAnalysis({ apiKey: "key-of-the-test", baseUrl: `${this.url}/v1`, retry, ...options });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const document = this.#documents.get(url);
    if (document) return void response.writeHead(200, { "content-type": document.contentType }).end(document.body);
    const received: ReceivedRequest = { method, path: url, headers, body: Buffer.alloc(0), complete: false };
    const exchange = { request, response, received, readBody: () => readBody(request, received) };
    const route = this.#routeOf(method, url);
    this[route].push(received);
    if (route === "strays") return void response.writeHead(404).end();
    const answer = this.#answers[route].shift() ?? this.#defaultOf(route);
    await Promise.resolve(answer(exchange)).catch(() => request.destroy());
  }

  #routeOf(method: string, path: string): "grants" | "puts" | "creates" | "reads" | "strays" {
    if (method === "POST" && path === "/v1/calls/presigned-url") return "grants";
    if (method === "POST" && path === "/v1/calls") return "creates";
    if (method === "GET" && path.endsWith("/analysis")) return "reads";
    return method === "PUT" && path.startsWith("/store/") ? "puts" : "strays";
  }

  #defaultOf(route: "grants" | "puts" | "creates" | "reads"): Answer {
    const number = this[route].length;
    const key = `recording-${number}`;
    const grant = {
      key,
      presignedUrl: `${this.url}/store/${key}?signature=secret-${number}`,
      publicUrl: `${this.url}/public/${key}`,
    };
    const answers = {
      grants: json(200, { data: grant }),
      puts: storeAll(),
      creates: json(202, { data: { callId: `call-${number}`, status: "processing" } }),
      reads: json(200, completed(this.reads.at(-1)?.path.split("/")[3] ?? "")),
    };
    return answers[route];
  }
}

/** What the interface says of a completed call. */
export function completed(callId: string): object {
  const analysis = { score: 80, outcomeLabel: "Won", outcomeRationale: "Because.", sections: [] };
  return { data: { callId, status: "completed", analysis, metadata: { duration: 1, udfs: {} } } };
}

/** Answers with JSON, after the whole body was read. */
export function json(status: number, body: unknown): Answer {
  return async ({ response, readBody }) => {
    await readBody();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
}

/** Takes the whole recording. */
export function storeAll(): Answer {
  return async ({ response, readBody }) => {
    await readBody();
    response.writeHead(200).end();
  };
}

/** Refuses as S3 does, with a code in XML, after the whole body was read. */
export function refuse(status: number, storeCode?: string, headers: Record<string, string> = {}): Answer {
  return async ({ response, readBody }) => {
    await readBody();
    response.writeHead(status, headers).end(storeCode ? `<Error><Code>${storeCode}</Code></Error>` : "");
  };
}

/** Cuts the connection once so many bytes of the body came. */
export function cutAfter(sizeBytes: number): Answer {
  return async ({ request, received }) => {
    // Kept: a request that is no longer read forgets its socket.
    const { socket } = request;
    for await (const chunk of request) {
      received.body = Buffer.concat([received.body, chunk]);
      if (received.body.byteLength >= sizeBytes) break;
    }
    socket.destroy();
  };
}

/** Reads nothing more, and never answers. */
export const hang: Answer = () => {};

async function readBody(request: IncomingMessage, received: ReceivedRequest): Promise<Buffer> {
  if (received.complete) return received.body;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  received.body = Buffer.concat(chunks);
  received.complete = true;
  return received.body;
}

/** A test with its own service. */
export const test = base.extend<{ service: RecordingService }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures here
  service: async ({}, use) => {
    const service = await new RecordingService().listen();
    await use(service);
    await service.close();
  },
});
