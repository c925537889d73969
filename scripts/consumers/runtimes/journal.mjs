// Analyses a recording in a batch with a journal, twice, and prints what came of it. Arguments: base URL, key, path.
import { CallAnalysis } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";

const [baseUrl, apiKey, path] = process.argv.slice(2);
try {
  fileJournal(path);
} catch (error) {
  console.log(JSON.stringify({ refused: error.message }));
  process.exit();
}
const sdk = new CallAnalysis({ apiKey, baseUrl, poll: { initialDelayMs: 0, intervalMs: 1 } });
const [{ id: memberId }] = await sdk.agents.list();
const [{ id: categoryId }] = await sdk.categories.list();
const input = {
  file: new TextEncoder().encode("RIFF....WAVE"),
  filename: "call.wav",
  memberId,
  categoryId,
  key: "one",
};

const callIds = [];
for (const _ of ["first run", "second run"]) {
  const batch = sdk.calls.analyzeFiles([input], { journal: fileJournal(path) });
  const { value } = await batch.next();
  callIds.push(value.result?.callId ?? String(value.error));
  await batch.return();
}
const [entry] = await fileJournal(path).entries();
console.log(JSON.stringify({ isSame: callIds.length === 2 && callIds[0] === callIds[1], stage: entry.stage, callIds }));
