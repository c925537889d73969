/**
 * A process that takes recordings through their flow, and logs each event as a line of JSON. Arguments:
 * base URL, log, and `analyze PATH [HOLD] [TIMEOUT]`, `resume TOKEN` or `batch JOURNAL PATH…`; at the event HOLD it
 * stands still. TIMEOUT is that of an attempt, in milliseconds.
 */
import { appendFileSync } from "node:fs";
import { CallAnalysis, type FlowEvent, type ResumeToken } from "../../src/index.js";
import { fileJournal, fromPath } from "../../src/node.js";

const [baseUrl = "", log = "", command, subject = "", ...rest] = process.argv.slice(2);
const timeoutMs = command === "analyze" ? Number(rest[1] ?? 30_000) : undefined;
const sdk = new CallAnalysis({ apiKey: "key-of-the-test", baseUrl, timeoutMs });
const poll = { initialDelayMs: 0, intervalMs: 1 };

function write(line: object): void {
  appendFileSync(log, `${JSON.stringify(line)}\n`);
}

function onEvent(event: FlowEvent): void {
  write(event);
  if (event.type === rest[0]) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

async function run(): Promise<string> {
  if (command === "batch") return runBatch();
  const call = { memberId: "m", categoryId: "c" };
  const { status } = await (command === "resume"
    ? sdk.calls.resume(JSON.parse(subject) as ResumeToken, { onEvent, poll })
    : sdk.calls.analyzeFile({ file: { path: subject }, ...call }, { onEvent, poll }));
  return status;
}

async function runBatch(): Promise<string> {
  const inputs = rest.map((path) => ({ file: fromPath(path), memberId: "m", categoryId: "c" }));
  const statuses: string[] = [];
  for await (const outcome of sdk.calls.analyzeFiles(inputs, { poll, journal: fileJournal(subject) }))
    statuses.push(outcome.ok ? outcome.result.status : outcome.error.name);
  return statuses.join();
}

write({ outcome: await run().catch(String) });
