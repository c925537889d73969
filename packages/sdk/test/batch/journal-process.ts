/**
 * A process that writes a journal of so many inputs with results of 10 kB, or reads one, and prints what that cost.
 * Arguments: `write PATH INPUTS` or `read PATH`.
 */
import { statSync } from "node:fs";
import type { CompletedCall } from "../../src/index.js";
import { fileJournal, type JournalWork } from "../../src/node.js";
import { keyAlone } from "../../src/record/input-identity.js";

const { signal } = new AbortController();
const work: JournalWork = { within: (_what, wait) => wait(signal), log: () => {} };
const [command, path = "", count = "0"] = process.argv.slice(2);
const journal = fileJournal(path);

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function resultOf(callId: string): CompletedCall {
  const analysis = { score: 80, outcomeLabel: "Won", outcomeRationale: "r".repeat(10_000), sections: [] };
  return { callId, status: "completed", analysis, metadata: { udfs: {} } } as unknown as CompletedCall;
}

async function write(inputs: number): Promise<void> {
  const atOnce = 100;
  for (let from = 0; from < inputs; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, inputs - from) }, (_, index) => from + index);
    await Promise.all(
      numbers.map(async (number) => {
        const entry = await journal.enter(keyAlone(`order-${number}`), work);
        await entry.ledger.claim(entry.id);
        await entry.record(async () => resultOf(`call-${number}`));
      }),
    );
  }
}

const before = heapBytes();
await journal.begin({ baseUrl: "https://service.test/v1" });
if (command === "write") await write(Number(count));
const used = heapBytes() - before;
const entries = (await journal.entries()).length;
await journal.close();
const { maxRSS } = process.resourceUsage();
const heapBytesPerInput = Math.round(used / entries);
console.log(JSON.stringify({ sizeBytes: statSync(path).size, heapBytesPerInput, mostRssMiB: maxRSS / 1024, entries }));
