/**
 * A process that analyses so many recordings in one batch with a journal, whose results have 10 kB each, and prints what
 * each of the middle half of them costs in memory: as many are under way at its beginning as at its end. Then it reads the
 * journal. Arguments: `PATH INPUTS`.
 */
import { statSync } from "node:fs";
import { createOncePerProcess } from "../../src/flow/creation.js";
import { type BatchInput, CallAnalysis } from "../../src/index.js";
import { fileJournal } from "../../src/node.js";

const [path = "", count = "0"] = process.argv.slice(2);
const inputs = Number(count);
const rationale = "r".repeat(10_000);
let answers = 0;

function answer(data: object, status = 200): Response {
  return new Response(JSON.stringify({ data }), { status, headers: { "content-type": "application/json" } });
}

async function service(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = String(input);
  answers += 1;
  if (init?.method === "PUT") return new Response(null);
  if (url.endsWith("/calls")) return answer({ callId: `call-${answers}`, status: "processing" }, 202);
  const address = `https://store.test/${answers}`;
  if (init?.method === "POST") return answer({ key: `key-${answers}`, presignedUrl: address, publicUrl: address });
  const analysis = { score: 80, outcomeLabel: "Won", outcomeRationale: rationale, sections: [] };
  return answer({ callId: url.split("/").at(-2), status: "completed", analysis, metadata: { udfs: {} } });
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function* recordings(): Generator<BatchInput> {
  const file = new TextEncoder().encode("RIFF....WAVE");
  for (let number = 0; number < inputs; number += 1) {
    yield { file, filename: "call.wav", memberId: "m", categoryId: "c", udfs: { number } };
  }
}

/** As many creations as a process remembers, so that more of them cost nothing. */
async function fillCreations(): Promise<void> {
  const { signal } = new AbortController();
  const within = <T>(_what: string, work: (signal: AbortSignal) => Promise<T>) => work(signal);
  for (let number = 0; number < 10_000; number += 1) {
    await createOncePerProcess({ id: `earlier-${number}`, recreate: false, within }, async () => ({
      callId: `call-${number}`,
    }));
  }
}

await fillCreations();
const sdk = new CallAnalysis({ apiKey: "key-of-the-test", baseUrl: "https://service.test/v1", fetch: service });
const poll = { initialDelayMs: 0, intervalMs: 1 };
let settled = 0;
/** The least of several samples: how many are under way differs from one moment to the next. */
const leastBytes = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };
const samples = 10;
const stepInputs = inputs / 200;

/** Takes a sample at each of some steps from a place on. */
function sample(moment: keyof typeof leastBytes, from: number): void {
  const since = settled - from;
  const isDue = since >= 0 && since < samples * stepInputs && since % stepInputs === 0;
  if (isDue) leastBytes[moment] = Math.min(leastBytes[moment], heapBytes());
}

const journal = fileJournal(path);
for await (const outcome of sdk.calls.analyzeFiles(recordings(), {
  journal,
  poll,
  // Few at once: then as many are under way at the first sample of a short run as at the last one.
  concurrency: 8,
  pollConcurrency: 16,
})) {
  if (!outcome.ok) throw outcome.error;
  settled += 1;
  sample("start", inputs / 4);
  sample("end", (inputs * 3) / 4);
}
const { start, end } = leastBytes;
const heapBytesPerInput = Math.round((end - start) / (inputs / 2));
const { length: entries } = await journal.entries();
console.log(JSON.stringify({ settled, entries, sizeBytes: statSync(path).size, heapBytesPerInput }));
