/**
 * A service that refuses and breaks off at random, and knows which recording each request was about. It counts what was
 * on the wire.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { closeServer, listenLocally } from "../support/local-server.js";

/** A response, or the end of the connection without one. */
type Answer = { status: number; body: object } | typeof cut;

const cut = "cut";

/** What the service knows of one recording. */
export interface RecordingState {
  /** Creations that came whole, and were not refused: each may be a call. */
  creations: number;
  callIds: string[];
}

export class StormService {
  /** By the SHA-256 of the recording. */
  readonly recordings = new Map<string, RecordingState>();
  readonly #random: () => number;
  readonly #stored = new Map<string, string>();
  readonly #server: Server;
  #count = 0;
  /** Without trouble every request succeeds. */
  hasTrouble = true;
  url = "";

  constructor(random: () => number) {
    this.#random = random;
    this.#server = createServer(
      (request, response) => void this.#answer(request, response).catch(() => request.destroy()),
    );
  }

  async listen(): Promise<this> {
    this.url = await listenLocally(this.#server);
    return this;
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }

  stateOf(digest: string): RecordingState {
    const state = this.recordings.get(digest) ?? { creations: 0, callIds: [] };
    this.recordings.set(digest, state);
    return state;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Before anything of the body is read.
    const answer = this.#happens(0.03) ? cut : this.#answerTo(request, await bodyOf(request));
    if (answer === cut) request.socket.destroy();
    else response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  }

  #answerTo({ method, url = "" }: IncomingMessage, body: Buffer): Answer {
    if (this.#happens(0.05)) return { status: 429, body: {} };
    if (method === "PUT") return this.#store(url, body);
    if (method === "GET") return this.#read(url);
    return url.endsWith("/presigned-url") ? this.#grant() : this.#create(JSON.parse(body.toString()).audio_url);
  }

  #grant(): Answer {
    this.#count += 1;
    const key = `recording-${this.#count}`;
    const addresses = { presignedUrl: `${this.url}/store/${key}?signature=s`, publicUrl: `${this.url}/public/${key}` };
    return { status: 200, body: { data: { key, ...addresses } } };
  }

  #store(url: string, body: Buffer): Answer {
    this.#stored.set(url.replace("/store/", "").split("?")[0] ?? "", createHash("sha256").update(body).digest("hex"));
    return { status: 200, body: {} };
  }

  #create(audioUrl: string): Answer {
    const digest = this.#stored.get(audioUrl.split("/public/")[1] ?? "");
    if (digest === undefined) return { status: 404, body: { detail: "no such recording" } };
    if (this.#happens(0.03)) return { status: 422, body: { detail: "not now" } };
    const state = this.stateOf(digest);
    state.creations += 1;
    // It breaks off before it has created the call, or after it.
    if (this.#happens(0.02)) return cut;
    const callId = `call-${digest.slice(0, 12)}-${state.creations}`;
    state.callIds.push(callId);
    if (this.#happens(0.02)) return cut;
    if (this.#happens(0.02)) return { status: 503, body: {} };
    return { status: 202, body: { data: { callId, status: "processing" } } };
  }

  #read(url: string): Answer {
    const callId = url.split("/")[3] ?? "";
    if (this.#happens(0.05)) return cut;
    if (this.#happens(0.3)) return { status: 200, body: { data: { callId, status: "processing", analysis: null } } };
    const analysis = { score: 80, outcomeLabel: "Won", outcomeRationale: "Because.", sections: [] };
    const metadata = { duration: 1, udfs: {} };
    return { status: 200, body: { data: { callId, status: "completed", analysis, metadata } } };
  }

  #happens(probability: number): boolean {
    return this.hasTrouble && this.#random() < probability;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
