/** A batch of 1,000 in virtual time, against a service of one speed. Arguments: the median time of a call, and a seed. */
import { CallAnalysis } from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import { randomOf } from "./random.ts";
import { VirtualTime } from "./virtual-time.ts";

const callsInBatch = 1_000;

/** The default of `analyzeFiles`: 4 uploads, and 100 analyses that are waited for. */
const places = 104;

/** Lognormal, as the times of such services are: most near the median, and some several times as long. */
const logarithmicDeviation = 0.5;

const [medianMs = "", seed = ""] = process.argv.slice(2);
const random = randomOf(Number(seed));
Math.random = randomOf(Number(seed));
const timesMs = Array.from(
  { length: callsInBatch },
  () => Number(medianMs) * Math.exp(logarithmicDeviation * normal()),
);
const time = new VirtualTime();
const readyAtMs: number[] = [];
let polls = 0;
let delayMs = 0;
await time.runUntil(runBatch());
console.log(
  JSON.stringify({
    pollsPerCall: polls / callsInBatch,
    delaySeconds: delayMs / callsInBatch / 1_000,
    batchOverIdeal: time.nowMs() / idealMs(),
  }),
);

async function runBatch(): Promise<void> {
  const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch: answer });
  const input = { file: new Uint8Array(1), filename: "call.wav", memberId: "member", categoryId: "category" };
  const inputs = timesMs.map(() => input);
  for await (const outcome of analyzeFiles(sdk, inputs)) {
    if (!outcome.ok) throw outcome.error;
    delayMs += time.nowMs() - (readyAtMs[Number(outcome.result.callId)] ?? 0);
  }
}

/** The service as far as waiting needs it: what is created is processing until its time is over. */
async function answer(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (request.method === "PUT") return new Response(await request.arrayBuffer());
  const address = "https://store.test/recordings/call.wav";
  if (pathname.endsWith("/presigned-url"))
    return Response.json({ data: { key: "call.wav", presignedUrl: `${address}?signature=1`, publicUrl: address } });
  if (request.method === "POST") {
    const index = readyAtMs.push(time.nowMs() + (timesMs[readyAtMs.length] ?? 0)) - 1;
    return Response.json({ data: { callId: String(index), status: "processing" } });
  }
  if (pathname.includes("/categories/")) return Response.json({ data: { id: "category" } });
  const callId = pathname.split("/").at(-2) ?? "";
  polls += 1;
  const isReady = (readyAtMs[Number(callId)] ?? 0) <= time.nowMs();
  const analysis = isReady ? { score: 82, outcomeLabel: "good", sections: [], extractions: [] } : null;
  const status = isReady ? "completed" : "processing";
  return Response.json({ data: { callId, status, analysis, metadata: { udfs: {} } } });
}

/** When the last call ends if every end is seen at once, in milliseconds. */
function idealMs(): number {
  const freeAtMs = Array.from({ length: places }, () => 0);
  for (const timeMs of timesMs) {
    const soonest = freeAtMs.indexOf(Math.min(...freeAtMs));
    freeAtMs[soonest] = (freeAtMs[soonest] ?? 0) + timeMs;
  }
  return Math.max(...freeAtMs);
}

/** Box–Muller. */
function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
