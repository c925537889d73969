/**
 * A process that analyses a recording in a batch with a journal, and logs each event as a line of JSON. Arguments: base
 * URL, log, path, journal, and optionally the place at which it suspends itself: `claimed`, before a byte of the creation
 * is sent, or `recording`, while it writes down that the call exists.
 */
import { appendFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { CallAnalysis, type FlowEvent } from "../../src/index.js";
import { fileJournal, fromPath } from "../../src/node.js";

const [baseUrl = "", log = "", recording = "", path = "", place] = process.argv.slice(2);
let reached = "";
const apiKey = () => {
  suspendAt("claimed");
  return "key-of-the-test";
};

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

suspendWhileRecording();
const sdk = new CallAnalysis({ apiKey, baseUrl, timeoutMs: 5_000 });
const poll = { initialDelayMs: 0, intervalMs: 1 };
const inputs = [{ file: fromPath(recording), memberId: "m", categoryId: "c" }];
for await (const outcome of sdk.calls.analyzeFiles(inputs, { onEvent, poll, journal: fileJournal(path) })) {
  write({ outcome: outcome.ok ? outcome.result.status : String(outcome.error) });
}
