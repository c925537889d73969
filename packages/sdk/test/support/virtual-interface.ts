/** An interface without a network, on virtual time. A test gives it what each poll reads. */
import { CallAnalysis, type ClientOptions } from "@call-analysis/sdk";
import { vi } from "vitest";

/** A status, an answer's data, an HTTP answer, a failure of the network, or no answer at all. */
export type Reading = string | object | Response | Error | typeof noAnswer;

export const noAnswer = Symbol("no answer");

/** What was read so far, and when. */
export interface VirtualInterface {
  /** When each reading was asked for, in milliseconds after the start. */
  readsAtMs: number[];
  creates: number;
  /** The fields of each call that was created. */
  createdCalls: unknown[];
  client(options?: ClientOptions): CallAnalysis;
}

/** Readings in the order given; the last one stays. */
export function virtualInterface(...readings: Reading[]): VirtualInterface {
  const startMs = performance.now();
  const readsAtMs: number[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    // A store has the recording when it has read all of it.
    if (init.method === "PUT") await new Response(init.body).arrayBuffer();
    if (init.method !== "GET") return answerWrite(state, String(input), init);
    readsAtMs.push(Math.round(performance.now() - startMs));
    const reading = readings[Math.min(readsAtMs.length, readings.length) - 1];
    return answerRead(reading ?? "processing");
  };
  const client = (options: ClientOptions = {}) =>
    new CallAnalysis({ apiKey: "key-of-the-test", baseUrl: "https://api.test/v1", fetch, ...options });
  const state: VirtualInterface = { readsAtMs, creates: 0, createdCalls: [], client };
  return state;
}

/** The analysis of a completed call. */
export const analysis = { score: 80, outcomeLabel: "Won", outcomeRationale: "Because.", sections: [] };

/** An error answer of the interface. */
export function refusal(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ detail: "refused" }, { status, headers });
}

/** Lets virtual time run, timer by timer, until the promise is settled; gives what it rejected with too. */
export async function settled<T>(promise: Promise<T>): Promise<T | unknown> {
  let isSettled = false;
  const outcome = promise
    .catch((error: unknown) => error)
    .finally(() => {
      isSettled = true;
    });
  for (let turn = 0; turn < 10_000 && !isSettled; turn += 1) {
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
    else await vi.advanceTimersByTimeAsync(0);
  }
  if (!isSettled) throw new Error("The promise is not settled, and no timer is left.");
  return outcome;
}

function answerRead(reading: Reading): Response | Promise<Response> {
  if (reading === noAnswer) return new Promise(() => {});
  if (reading instanceof Error) throw reading;
  if (reading instanceof Response) return reading.clone();
  const data = typeof reading === "string" ? snapshot(reading) : reading;
  return Response.json({ data });
}

function snapshot(status: string): object {
  return { callId: "call-1", status, analysis: status === "completed" ? analysis : null, metadata: null };
}

function answerWrite(state: VirtualInterface, url: string, { method, body }: RequestInit): Response {
  if (method === "PUT") return new Response(null, { status: 200 });
  if (url.endsWith("/presigned-url")) {
    const grant = { key: "k", presignedUrl: "https://store.test/k?signature=s", publicUrl: "https://store.test/k" };
    return Response.json({ data: grant });
  }
  state.creates += 1;
  state.createdCalls.push(JSON.parse(String(body)));
  return Response.json({ data: { callId: "call-1", status: "processing" } }, { status: 202 });
}
