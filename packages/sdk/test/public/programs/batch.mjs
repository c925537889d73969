/** Analyses so many recordings with a journal, and prints a line of JSON for each outcome. */
import { CallAnalysis } from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import { fileJournal } from "@call-analysis/sdk/node";

const [journal, memberId, categoryId, count] = process.argv.slice(2);
const sdk = new CallAnalysis({ poll: { initialDelayMs: 0, intervalMs: 5 } });

function* inputs() {
  for (let index = 0; index < Number(count); index += 1) {
    const file = new TextEncoder().encode(`RIFF....WAVE recording ${index} ${"-".repeat(500)}`);
    yield { file, filename: `${index}.wav`, memberId, categoryId, udfs: { index } };
  }
}

for await (const outcome of analyzeFiles(sdk, inputs(), { journal: fileJournal(journal) })) {
  const { key, index, ok } = outcome;
  const error = ok ? undefined : outcome.error.toJSON();
  console.log(JSON.stringify({ key, index, ok, callId: ok ? outcome.result.callId : undefined, error }));
}
