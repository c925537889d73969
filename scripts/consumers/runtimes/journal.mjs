// Analyses a recording in a batch with a journal, twice, and prints what came of it. Arguments: base URL, key, path.
import { CallAnalysis } from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
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
  const journal = fileJournal(path);
  for await (const { result, error } of analyzeFiles(sdk, [input], { journal }))
    callIds.push(result?.callId ?? String(error));
  await journal.close();
}
const [entry] = await fileJournal(path).entries();
console.log(JSON.stringify({ isSame: callIds.length === 2 && callIds[0] === callIds[1], state: entry.state, callIds }));
