/** A service without a network, on virtual time, that takes only so many creations a second. */
import { type BatchOptions, type BatchOutcome, CallAnalysis, type ClientOptions } from "@call-analysis/sdk";
import { analysis } from "../flow/virtual-interface.ts";
import { wavBytes } from "../upload/recordings.ts";

/** Whether a creation is taken now, and if not, what `Retry-After` says in seconds. */
export type Limit = (nowMs: number) => { retryAfter?: number } | undefined;

/** So many in each second that begins with a creation; refused ones count too. */
export function fixedWindow(perSecond: number, { tellsPause = true } = {}): Limit {
  let startMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (nowMs) => {
    if (nowMs >= startMs + 1_000) [startMs, count] = [nowMs, 0];
    count += 1;
    if (count <= perSecond) return undefined;
    return tellsPause ? { retryAfter: Math.ceil((startMs + 1_000 - nowMs) / 1_000) } : {};
  };
}

/** A bucket of tokens that is filled steadily. */
export function tokenBucket(perSecond: number, { burst = perSecond, tellsPause = true } = {}): Limit {
  let tokens = burst;
  let lastMs = 0;
  return (nowMs) => {
    tokens = Math.min(burst, tokens + ((nowMs - lastMs) * perSecond) / 1_000);
    lastMs = nowMs;
    if (tokens < 1) return tellsPause ? { retryAfter: 1 } : {};
    tokens -= 1;
    return undefined;
  };
}

/** So many in any second. */
export function slidingWindow(perSecond: number, { tellsPause = true } = {}): Limit {
  const takenAtMs: number[] = [];
  return (nowMs) => {
    if ((takenAtMs.at(-perSecond) ?? Number.NEGATIVE_INFINITY) > nowMs - 1_000)
      return tellsPause ? { retryAfter: 1 } : {};
    takenAtMs.push(nowMs);
    return undefined;
  };
}

/** What a service was asked for. */
export interface LimitedService {
  client: (options?: ClientOptions) => CallAnalysis;
  fetch: typeof globalThis.fetch;
  /** The recordings of all calls that were created, in order. */
  created: string[];
  createdAtMs: number[];
  refusals: number;
}

/** @param latencyMs of each response */
export function limitedService(limit: Limit, latencyMs = 0): LimitedService {
  let grants = 0;
  const respond = (url: string, init: RequestInit): Response => {
    if (init.method === "PUT") return new Response(null);
    if (url.endsWith("/presigned-url")) {
      grants += 1;
      return Response.json({ data: grantOf(grants) });
    }
    if (init.method === "GET") return Response.json({ data: completed(url.split("/").at(-2) ?? "") });
    const refusal = limit(performance.now());
    if (refusal) {
      service.refusals += 1;
      const headers = refusal.retryAfter === undefined ? undefined : { "retry-after": String(refusal.retryAfter) };
      return Response.json({ detail: "too many" }, { status: 429, ...(headers && { headers }) });
    }
    service.createdAtMs.push(performance.now());
    const callId = `call-${service.created.push((JSON.parse(String(init.body)) as { audio_url: string }).audio_url)}`;
    return Response.json({ data: { callId, status: "processing" } }, { status: 202 });
  };
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const response = respond(String(input), init);
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    return response;
  };
  const client = (options: ClientOptions = {}) =>
    new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch, ...options });
  const service: LimitedService = { client, fetch, created: [], createdAtMs: [], refusals: 0 };
  return service;
}

/** Analyses so many recordings. */
export async function analyzeMany(
  client: CallAnalysis,
  count: number,
  options: BatchOptions = {},
): Promise<BatchOutcome[]> {
  const inputs = Array.from({ length: count }, (_, index) => ({
    file: wavBytes(64),
    filename: `call-${index}.wav`,
    memberId: "m",
    categoryId: "c",
  }));
  const outcomes: BatchOutcome[] = [];
  for await (const outcome of client.calls.analyzeFiles(inputs, options)) outcomes.push(outcome);
  return outcomes;
}

function grantOf(number: number) {
  const publicUrl = `https://store.test/${number}`;
  return { key: String(number), presignedUrl: `${publicUrl}?signature=s`, publicUrl };
}

function completed(callId: string) {
  return { callId, status: "completed", analysis, metadata: null };
}
