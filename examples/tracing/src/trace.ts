/** Prints the spans of one recording, whose service is busy once, and whose first upload address is refused. */
import { createMockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { openTelemetry } from "@call-analysis/sdk/otel";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { SpanLog } from "./span-log.ts";

// With OpenTelemetry's NodeSDK, `openTelemetry()` alone is enough: it sets up these two.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const spanLog = new SpanLog();
openTelemetry({ tracerProvider: new BasicTracerProvider({ spanProcessors: [spanLog] }) });

const service = createMockService({ seed: 1, progression: { mode: "polls", processing: 1, pending: 1 } });
service.faults.inject({ operation: "createUploadUrl", status: 503, times: 1 });
service.faults.inject({ operation: "uploadRecording", status: 403, times: 1 });

const sdk = new CallAnalysis({
  ...service.clientOptions({ fast: true }),
  fetch: service.fetch,
  retry: { initialDelayMs: 1 },
});
const [agent] = await sdk.agents.list();
const [category] = await sdk.categories.list();
if (!agent || !category) throw new Error("The fake has no agent or no category.");
await sdk.calls.analyzeFile({
  file: new TextEncoder().encode("RIFF: a recording"),
  filename: "call.wav",
  memberId: agent.id,
  categoryId: category.id,
});
console.log(spanLog.render());
