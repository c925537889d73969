/**
 * A process that writes a journal of so many inputs with results of 10 kB, or reads one, and prints what that cost.
 * Arguments: `write PATH INPUTS` or `read PATH`.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import type { CompletedCall } from "../../src/index.js";
import { fileJournal } from "../../src/node.js";
import { unreadIdentity } from "../../src/record/input-identity.js";

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

const atOnce = 100;

async function write(first: number, inputs: number): Promise<void> {
  for (let from = first; from < inputs; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, inputs - from) }, (_, index) => from + index);
    await Promise.all(
      numbers.map(async (number) => {
        const entry = await journal.enter(unreadIdentity(`order-${number}`));
        await entry.claim(entry.id);
        await entry.completed(resultOf(`call-${number}`));
      }),
    );
  }
}

/** In a function: what is in use at the top of a module is kept. */
async function countEntries(): Promise<number> {
  return (await journal.entries()).length;
}

/** On Linux `maxRSS` begins with what the process had that started this one: with 343 MiB, beside many other tests. */
function mostRssMiB(): number {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const [, ownKiB] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
  return Number(ownKiB ?? process.resourceUsage().maxRSS) / 1024;
}

await journal.begin({ baseUrl: "https://service.test/v1" });
// What the first ones load stays, however many follow.
if (command === "write") await write(0, atOnce);
const before = heapBytes();
if (command === "write") await write(atOnce, Number(count));
const entries = await countEntries();
const used = heapBytes() - before;
await journal.close();
const heapBytesPerInput = Math.round(used / entries);
console.log(JSON.stringify({ sizeBytes: statSync(path).size, heapBytesPerInput, mostRssMiB: mostRssMiB(), entries }));
