/**
 * A process that analyses recordings with a journal, until it is killed. Arguments: base URL, journal, and the paths.
 * Prints each outcome as a line.
 */
import { CallAnalysis } from "../../src/index.js";
import { fileJournal, fromPath } from "../../src/node.js";

const [baseUrl = "", path = "", ...recordings] = process.argv.slice(2);

function write(line: object): void {
  console.log(JSON.stringify(line));
}

const sdk = new CallAnalysis({ apiKey: "key-of-the-test", baseUrl, retry: { initialDelayMs: 1, maxDelayMs: 5 } });
const inputs = recordings.map((recording) => ({ file: fromPath(recording), memberId: "m", categoryId: "c" }));
const poll = { initialDelayMs: 0, intervalMs: 1, maxIntervalMs: 5, toleratedFailures: 20 };
for await (const outcome of sdk.calls.analyzeFiles(inputs, { journal: fileJournal(path), poll })) {
  const { index, key, ok } = outcome;
  write(ok ? { index, key, ok, callId: outcome.result.callId } : { index, key, ok, error: outcome.error.name });
}
