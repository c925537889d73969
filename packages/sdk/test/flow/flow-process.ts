/**
 * A process that takes recordings through their flow, and logs each event as a line of JSON. Arguments:
 * base URL, log, and `analyze PATH`, `resume TOKEN` or `batch PATH JOURNAL [PLACE]`. A batch suspends its own process at
 * PLACE: `claimed`, before a byte of the creation is sent, or `recording`, while it writes down that the call exists.
 */
import { appendFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { CallAnalysis, type FlowEvent, type ResumeToken } from "../../src/index.js";
import { fileJournal, fromPath } from "../../src/node.js";

const [baseUrl = "", log = "", command, subject = "", path = "", place] = process.argv.slice(2);
let reached = "";
const apiKey = () => {
  suspendAt("claimed");
  return "key-of-the-test";
};
const sdk = new CallAnalysis({ apiKey, baseUrl, ...(command === "batch" && { timeoutMs: 5_000 }) });
const poll = { initialDelayMs: 0, intervalMs: 1 };
const call = { memberId: "m", categoryId: "c" };

function write(line: object): void {
  appendFileSync(log, `${JSON.stringify(line)}\n`);
}

function suspendAt(here: string): void {
  if (place !== here || reached !== here) return;
  reached = "";
  write({ type: "suspended" });
  process.kill(process.pid, "SIGSTOP");
}

function onEvent(event: FlowEvent): void {
  write(event);
  if (event.type === "creating") reached = "claimed";
}

/** The file is locked for others between the statement that says it and the end of its transaction. */
function suspendWhileRecording(): void {
  const { prepare, exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql) {
    if (sql.includes("state = 'created'")) reached = "recording";
    return prepare.call(this, sql);
  };
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === "commit") suspendAt("recording");
    exec.call(this, sql);
  };
}

async function run(): Promise<string> {
  if (command === "batch") return runBatch();
  const { status } = await (command === "resume"
    ? sdk.calls.resume(JSON.parse(subject) as ResumeToken, { onEvent, poll })
    : sdk.calls.analyzeFile({ file: { path: subject }, ...call }, { onEvent, poll }));
  return status;
}

async function runBatch(): Promise<string> {
  suspendWhileRecording();
  const inputs = [{ file: fromPath(subject), ...call }];
  for await (const outcome of sdk.calls.analyzeFiles(inputs, { onEvent, poll, journal: fileJournal(path) }))
    return outcome.ok ? outcome.result.status : String(outcome.error);
  return "no outcome";
}

write({ outcome: await run().catch(String) });
