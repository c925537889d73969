/**
 * A process that analyses recordings with a journal, until it is killed, and prints each outcome as a line. Arguments:
 * base URL, journal, member, category, and how many recordings.
 */
import { CallAnalysis } from "../../src/index.js";
import { fileJournal } from "../../src/node.js";

const [baseUrl = "", path = "", memberId = "", categoryId = "", count = "0"] = process.argv.slice(2);
const sdk = new CallAnalysis({ apiKey: "test-key", baseUrl, retry: { initialDelayMs: 1, maxDelayMs: 5 } });
const inputs = Array.from({ length: Number(count) }, (_, index) => {
  const file = new TextEncoder().encode(`RIFF....WAVE ${index}`);
  return { file, filename: `${index}.wav`, memberId, categoryId, udfs: { index } };
});
const poll = { initialDelayMs: 0, intervalMs: 1, maxIntervalMs: 5, toleratedFailures: 20 };
for await (const outcome of sdk.calls.analyzeFiles(inputs, { journal: fileJournal(path), poll })) {
  const { index, key, ok } = outcome;
  console.log(JSON.stringify({ index, key, ok, ...(ok && { callId: outcome.result.callId }) }));
}
