/**
 * A process that analyses so many recordings in one batch with a journal, and prints what each of the second half of
 * them costs in memory. Arguments: `PATH INPUTS`.
 */
import { type BatchInput, CallAnalysis } from "../../src/index.js";
import { fileJournal } from "../../src/node.js";

const [path = "", count = "0"] = process.argv.slice(2);
const inputs = Number(count);
const rationale = "r".repeat(1_000);
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

const sdk = new CallAnalysis({ apiKey: "key-of-the-test", baseUrl: "https://service.test/v1", fetch: service });
const poll = { initialDelayMs: 0, intervalMs: 1 };
const half = inputs / 2;
let settled = 0;
let halfBytes = 0;
let endBytes = 0;
for await (const outcome of sdk.calls.analyzeFiles(recordings(), {
  journal: fileJournal(path),
  poll,
  concurrency: 50,
})) {
  if (!outcome.ok) throw outcome.error;
  settled += 1;
  if (settled === half) halfBytes = heapBytes();
  if (settled === inputs) endBytes = heapBytes();
}
console.log(JSON.stringify({ settled, heapBytesPerInput: Math.round((endBytes - halfBytes) / half) }));
