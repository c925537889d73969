/** Turns a recording into a scorecard, step by step. The service is the fake, over HTTP on this machine. */
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { CallAnalysis } from "@call-analysis/sdk";
import { renderScorecard } from "./scorecard.ts";
import { stageLine, terminalOf } from "./terminal.ts";

const recording = new URL("../recordings/sales-call.wav", import.meta.url);
const terminal = terminalOf(process.stdout);

const service = createMockService({ progression: { mode: "time", processingMs: 900, pendingMs: 900 } });
const server = await serve(service, { port: 0 });
try {
  const sdk = new CallAnalysis(service.clientOptions());
  console.log(`The fake service listens at ${server.url}\n`);
  const [agent] = await sdk.agents.list();
  const [category] = await sdk.categories.list();
  if (!agent || !category) throw new Error("The fake has no agent or no category.");

  const call = await sdk.calls.analyzeFile(
    { file: recording, memberId: agent.id, categoryId: category.id },
    {
      onEvent: (event) => console.log(stageLine(event, terminal)),
      poll: { initialDelayMs: 300, intervalMs: 500 },
    },
  );

  console.log(renderScorecard(call, { agentName: agent.name, categoryName: category.name, terminal }));
  console.log(`status: ${call.status}`);
  console.log("Next: put your own recording into src/demo.ts,");
  console.log("or start the fake for your own code: npx call-analysis-mock --port 4010");
} finally {
  await server.close();
}
