/** Prints the spans of one recording. The service is busy once. */
import { createMockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { openTelemetry } from "@call-analysis/sdk/otel";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { SpanLog } from "./span-log.ts";

// OpenTelemetry's NodeSDK does these two for you.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const spanLog = new SpanLog();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [spanLog] }));

const service = createMockService({ seed: 1, progression: { mode: "polls", processing: 1, pending: 1 } });
service.faults.inject({ operation: "createUploadUrl", status: 503, times: 1 });

const sdk = new CallAnalysis({
  ...service.clientOptions({ fast: true }),
  fetch: service.fetch,
  retry: { initialDelayMs: 1 },
  hooks: openTelemetry(),
});
const [memberId = "", categoryId = ""] = [service.db.agents.list()[0]?.id, service.db.categories.list()[0]?.id];
const file = new Blob(["RIFF: a recording"], { type: "audio/wav" });
await trace
  .getTracer("example")
  .startActiveSpan("score a call", (span) =>
    sdk.calls.analyzeFile({ file, memberId, categoryId }).finally(() => span.end()),
  );
console.log(spanLog.render());
