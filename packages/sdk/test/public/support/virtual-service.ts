/** A service on virtual time: it answers without any real waiting, so that hours of pauses take no time. */
import type { AnalyzeFileInput, CallAnalysis, ClientOptions } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { vi } from "vitest";
import { wav } from "./fake.ts";

type Operation =
  | "createUploadUrl"
  | "uploadRecording"
  | "createCall"
  | "getCallAnalysis"
  | "listAgents"
  | "getCategory";

/** An answer in the place of the usual one; undefined for the usual one. */
export type Answer = (request: { operation: Operation; nth: number; atMs: number }) => Response | Error | undefined;

/** A service and a client of it. */
export interface VirtualService {
  sdk: CallAnalysis;
  /** When each request came, in milliseconds from the start. */
  times: Record<Operation, number[]>;
  /** The recordings of the calls that were created, in order. */
  created: string[];
  createdAtMs: number[];
}

const analysis = { score: 50, outcomeLabel: "Done", outcomeRationale: "", sections: [] };
const noTimes = () => ({
  createUploadUrl: [],
  uploadRecording: [],
  createCall: [],
  getCallAnalysis: [],
  listAgents: [],
  getCategory: [],
});

/** Starts the service. Its calls are completed at the first poll, unless `answer` says something else. */
export function startVirtualService(answer: Answer = () => undefined, options: ClientOptions = {}): VirtualService {
  const startMs = performance.now();
  const times: VirtualService["times"] = noTimes();
  const created: string[] = [];
  const createdAtMs: number[] = [];
  const fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(address, init);
    const operation = operationOf(request);
    const atMs = performance.now() - startMs;
    const nth = times[operation].push(Math.round(atMs));
    const other = answer({ operation, nth, atMs });
    if (other instanceof Error) throw other;
    if (other) return other;
    // An upload is stored when all of it was read.
    if (operation === "uploadRecording") await request.arrayBuffer();
    if (operation !== "createCall") return usualAnswer(operation, { nth, url: request.url });
    createdAtMs.push(Math.round(atMs));
    const callId = `call_${created.push(((await request.json()) as { audio_url: string }).audio_url)}`;
    return Response.json({ data: { callId, status: "processing" } }, { status: 202 });
  };
  const reach = { apiKey: "test-key-1234567", baseUrl: "https://api.call-analysis.test/v1" };
  return { sdk: new sdkPackage.CallAnalysis({ ...reach, fetch, ...options }), times, created, createdAtMs };
}

/** What an answer is made of that refuses a request. */
export function refusal(status: number, retryAfter?: number): Response {
  const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
  return Response.json({ detail: "refused" }, { status, ...(headers && { headers }) });
}

/** The status of a call that has not ended. */
export const stillProcessing = (callId: string): Response =>
  Response.json({ data: { callId, status: "processing", analysis: null, metadata: null } });

/** So many inputs, each with unique bytes and its own name. */
export function manyInputs(count: number): AnalyzeFileInput[] {
  const names = Array.from({ length: count }, (_, index) => `call-${index}.wav`);
  return names.map((filename) => ({ file: wav(filename, 64), filename, memberId: "m", categoryId: "c" }));
}

/** Lets virtual time run, timer by timer, until the work is done. */
export async function onVirtualTime<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers();
  try {
    let isDone = false;
    const result = work().finally(() => {
      isDone = true;
    });
    // Reported by the caller's await.
    result.catch(() => {});
    for (let turn = 0; turn < 100_000 && !isDone; turn += 1) {
      if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
      else await vi.advanceTimersByTimeAsync(0);
    }
    if (!isDone) throw new Error("The work is not done, and no timer is left.");
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

function operationOf({ method, url }: Request): Operation {
  if (method === "PUT") return "uploadRecording";
  if (url.endsWith("/presigned-url")) return "createUploadUrl";
  if (method === "POST") return "createCall";
  if (url.includes("/categories/")) return "getCategory";
  return url.endsWith("/agents") ? "listAgents" : "getCallAnalysis";
}

function usualAnswer(operation: Operation, { nth, url }: { nth: number; url: string }): Response {
  if (operation === "uploadRecording") return new Response(null);
  if (operation === "getCategory") return Response.json({ data: { id: "c", name: "Sales" } });
  if (operation === "listAgents") return Response.json({ data: [] });
  if (operation === "createUploadUrl") {
    const publicUrl = `https://store.call-analysis.test/${nth}.wav`;
    return Response.json({ data: { key: String(nth), presignedUrl: `${publicUrl}?signature=s`, publicUrl } });
  }
  const callId = url.split("/").at(-2);
  return Response.json({ data: { callId, status: "completed", analysis, metadata: {} } });
}
