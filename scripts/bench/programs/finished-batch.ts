/** A batch over inputs whose calls the journal of an earlier run has. Prints what the second run takes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { CallAnalysis } from "@call-analysis/sdk";
import { analyzeFiles, type BatchInput } from "@call-analysis/sdk/batch";
import { fileJournal } from "@call-analysis/sdk/node";

const count = 100_000 * Number(process.env.BENCH_EFFORT);
const baseUrl = "https://api.test/v1";
const folder = mkdtempSync(join(tmpdir(), "call-analysis-bench-batch-"));
process.once("exit", () => rmSync(folder, { recursive: true }));

const analysis = { score: 82, outcomeLabel: "good", sections: [], extractions: [] };
const sdk = new CallAnalysis({
  apiKey: "key",
  baseUrl,
  fetch: async (url) => {
    const [, callId] = /calls\/([^/]+)\/analysis$/.exec(url) ?? [];
    return Response.json({ data: { callId, status: "completed", analysis, metadata: { udfs: {} } } });
  },
});

const journal = fileJournal(join(folder, "calls.journal"));
await fill();
console.log(JSON.stringify(await secondRun()));
process.exit();

/** Many at once: they share transactions. */
async function fill(): Promise<void> {
  const { signal } = new AbortController();
  const call = { memberId: "member", categoryId: "category", audio_url: "https://store.test/call.wav" };
  const record = async (index: number) => {
    await journal.claim(`key-${index}`, { recreate: false, baseUrl, call, signal });
    await journal.created(`key-${index}`, `call-${index}`);
  };
  for (let start = 0; start < count; start += 500)
    await Promise.all(Array.from({ length: Math.min(500, count - start) }, (_, index) => record(start + index)));
}

async function secondRun() {
  const startMs = performance.now();
  const ticks = monitorEventLoopDelay({ resolution: 20 });
  ticks.enable();
  let finished = 0;
  for await (const { ok } of analyzeFiles(sdk, inputs(), { journal })) if (ok) finished += 1;
  ticks.disable();
  if (finished !== count) throw new Error(`${finished} of ${count} inputs were found finished.`);
  return {
    longestGapMs: ticks.max / 1_000_000,
    seconds: (performance.now() - startMs) / 1_000,
  };
}

function* inputs(): Generator<BatchInput> {
  const file = new Uint8Array(1);
  for (let index = 0; index < count; index += 1)
    yield { file, filename: "call.wav", memberId: "member", categoryId: "category", key: `key-${index}` };
}
