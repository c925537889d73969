/** Prints the spans of three flows side by side, each by its path, and the spans that were active in `fetch`. */
import { CallAnalysis } from "@call-analysis/sdk";
import { openTelemetry } from "@call-analysis/sdk/otel";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const exporter = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
openTelemetry({ tracerProvider });

const active = [];
const fetch = async (url) => {
  active.push(trace.getActiveSpan()?.name);
  const [, callId = "created"] = /calls\/(\w+)\/analysis/.exec(url) ?? [];
  const data = { callId, status: "completed", analysis: { score: 80 } };
  return Response.json({ data });
};
const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "https://service.test/v1", fetch, poll: { initialDelayMs: 0 } });
const call = { audio_url: "https://files.test/a.wav", memberId: "m", categoryId: "c" };
const waits = ["one", "two"].map((callId) => sdk.calls.waitForAnalysis(callId));
await Promise.all([...waits, sdk.calls.analyzeUrl(call)]);

const spans = exporter.getFinishedSpans();
const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
const pathOf = (span) => [
  ...(span.parentSpanContext ? pathOf(byId.get(span.parentSpanContext.spanId)) : []),
  span.name,
];
console.log(JSON.stringify({ paths: spans.map((span) => pathOf(span).join(" > ")).sort(), active: active.sort() }));
