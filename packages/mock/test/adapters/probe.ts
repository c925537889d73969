import { wav } from "../support/wav.js";

/** What a probe can request. */
export type Probed = "list agents" | "create call" | "upload";

/** The result of a request, as data that a page can return. */
export interface Outcome {
  /** The status, or that there was no response. */
  answer: number | "rejected" | "nothing";
  /** How the body ended. Before `cut` and `nothing` its beginning may have come. */
  body: "whole" | "cut" | "nothing" | "none";
  text: string;
  elapsedMs: number;
  retryAfter: string | null;
  /** The name of the error with which the request was rejected; `code` is that of its cause. */
  error: string | null;
  code: string | null;
}

/** The service that a probe is sent to. */
export interface ProbeContext {
  fetch: typeof globalThis.fetch;
  baseUrl: string;
  memberId: string;
  categoryId: string;
}

/** What to send, and how long to wait for it. */
export interface Probe {
  what: Probed;
  /** The wait for the response. @default longer than any response takes */
  answerMs?: number;
  /** The wait for the next piece of the body. @default longer than any piece takes */
  pieceMs?: number;
}

const headers = { authorization: "Bearer test-key" };

/** Sends a request and gives its result. Needs only a `fetch`, so that it runs in a page too. */
export async function probe({ what, answerMs, pieceMs }: Probe, context: ProbeContext): Promise<Outcome> {
  const request = await requestFor(what, context);
  const idleTimeout = new IdleTimeout();
  idleTimeout.begin(answerMs);
  const startMs = performance.now();
  try {
    const response = await context.fetch(request.address, { ...request.init, signal: idleTimeout.signal });
    const body = await read(response, { idleTimeout, pieceMs });
    const retryAfter = response.headers.get("retry-after");
    return { ...nothing, ...body, answer: response.status, retryAfter, elapsedMs: performance.now() - startMs };
  } catch (error) {
    if (idleTimeout.signal.aborted) return { ...nothing, answer: "nothing", elapsedMs: performance.now() - startMs };
    return { ...nothing, ...namesOf(error), answer: "rejected", elapsedMs: performance.now() - startMs };
  } finally {
    idleTimeout.end();
  }
}

/** Aborts when nothing comes for too long. */
class IdleTimeout {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(milliseconds = 30_000): void {
    this.end();
    this.#timer = setTimeout(() => this.#controller.abort(), milliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

const nothing = { body: "none", text: "", retryAfter: null, error: null, code: null } as const;

async function requestFor(what: Probed, context: ProbeContext): Promise<{ address: string; init: RequestInit }> {
  const { fetch, baseUrl, memberId, categoryId } = context;
  if (what === "list agents") return { address: `${baseUrl}/agents`, init: { headers } };
  if (what === "create call") {
    const body = JSON.stringify({ memberId, categoryId, audio_url: "https://recordings.example.com/a.wav" });
    return { address: `${baseUrl}/calls`, init: { method: "POST", headers, body } };
  }
  const body = JSON.stringify({ filename: "a.wav", contentType: "audio/wav" });
  const granted = await fetch(`${baseUrl}/calls/presigned-url`, { method: "POST", headers, body });
  const { data } = await granted.json();
  const init = { method: "PUT", headers: { "content-type": "audio/wav" }, body: wav() };
  return { address: data.presignedUrl, init };
}

async function read(
  response: Response,
  { idleTimeout, pieceMs }: { idleTimeout: IdleTimeout; pieceMs: number | undefined },
): Promise<Pick<Outcome, "body" | "text">> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = "";
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      text += decoder.decode(next.value, { stream: true });
      idleTimeout.begin(pieceMs);
    }
    return { body: "whole", text };
  } catch {
    return { body: idleTimeout.signal.aborted ? "nothing" : "cut", text };
  }
}

function namesOf(error: unknown): Pick<Outcome, "error" | "code"> {
  if (!(error instanceof Error)) return { error: String(error), code: null };
  const { cause } = error as { cause?: { code?: string } };
  return { error: error.name, code: cause?.code ?? null };
}
