/** openTelemetry() of `./otel`: a span for each attempt, below whatever span is active. */
import { createMockService } from "@call-analysis/mock";
import { CallAnalysis, type ClientOptions, type Hooks } from "@call-analysis/sdk";
import { openTelemetry } from "@call-analysis/sdk/otel";
import { context, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

const apiKey = "key-that-nobody-may-see";
const recording = new Blob([new Uint8Array(2_000).fill(7)], { type: "audio/wav" });
const exporter = new InMemorySpanExporter();

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
});

afterEach(() => {
  exporter.reset();
  trace.disable();
  context.disable();
});

/** A fake, and a client whose attempts have spans. */
function startTraced(changes: ClientOptions = {}) {
  const service = createMockService({ keys: { [apiKey]: "org" } });
  const options = { ...service.clientOptions({ fast: true }), apiKey, fetch: service.fetch, hooks: openTelemetry() };
  const sdk = new CallAnalysis({ ...options, retry: { initialDelayMs: 1, maxDelayMs: 1 }, ...changes });
  return { service, sdk };
}

const finished = () => exporter.getFinishedSpans();
const namesOf = () => finished().map(({ name, attributes }) => [name, attributes["http.response.status_code"]]);

test("an attempt is a client span with the stable attributes of HTTP, and a second one counts as resent", async () => {
  const { service, sdk } = startTraced();
  service.faults.inject({ operation: "getCategory", status: 429, times: 1 });
  const [category] = service.db.categories.list();
  await sdk.categories.get(category?.id ?? "");
  const common = {
    "call_analysis.operation": "getCategory",
    "http.request.method": "GET",
    "server.address": "api.call-analysis.test",
    "server.port": 443,
    "url.full": `https://api.call-analysis.test/v1/categories/${category?.id}`,
    "url.template": "/v1/categories/{categoryId}",
  };
  const failed = { "http.response.status_code": 429, "error.type": "429" };
  const resent = { "http.request.resend_count": 1, "http.response.status_code": 200 };
  expect(finished().map(({ name, kind, attributes, status }) => ({ name, kind, attributes, status }))).toEqual([
    {
      name: "GET /v1/categories/{categoryId}",
      kind: SpanKind.CLIENT,
      attributes: { ...common, ...failed },
      status: { code: SpanStatusCode.ERROR },
    },
    {
      name: "GET /v1/categories/{categoryId}",
      kind: SpanKind.CLIENT,
      attributes: { ...common, ...resent },
      status: { code: SpanStatusCode.UNSET },
    },
  ]);
});

test("the attempts of a flow are below the span that is active around it", async () => {
  const { service, sdk } = startTraced();
  const [memberId = "", categoryId = ""] = [service.db.agents.list()[0]?.id, service.db.categories.list()[0]?.id];
  await trace.getTracer("test").startActiveSpan("score a call", async (span) => {
    await sdk.calls.analyzeFile({ file: recording, memberId, categoryId });
    span.end();
  });
  expect(namesOf().slice(0, 3)).toEqual([
    ["POST /v1/calls/presigned-url", 200],
    ["POST /v1/calls", 202],
    ["GET /v1/calls/{callId}/analysis", 200],
  ]);
  const flow = finished().at(-1);
  expect(flow?.name).toBe("score a call");
  const parents = finished()
    .slice(0, -1)
    .map(({ parentSpanContext }) => parentSpanContext?.spanId);
  expect(new Set(parents)).toEqual(new Set([flow?.spanContext().spanId]));
});

test("without an active span, an attempt is a trace of its own", async () => {
  await startTraced().sdk.agents.list();
  expect(finished()).toHaveLength(1);
  expect(finished()[0]?.parentSpanContext).toBeUndefined();
});

test("a path of the campaign interface is the template of its span, whatever the base URL's path is", async () => {
  const fetch = async () => Response.json({ success: true });
  const { sdk } = startTraced({ fetch, campaignBaseUrl: "http://localhost:81/a/b" });
  await sdk.campaigns.addProspect("cmp 1", { name: "R", phone: "+919812345678" });
  expect(finished()[0]).toMatchObject({
    name: "POST /a/b/v1/campaigns/{campaign_id}/prospects-zap",
    attributes: { "server.port": 81, "url.full": "http://localhost:81/a/b/v1/campaigns/cmp%201/prospects-zap" },
  });
});

test("an attempt without a response has the error's class as error.type, and its message as status", async () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: refused }));
  await expect(startTraced({ fetch, retry: false }).sdk.agents.list()).rejects.toThrow();
  const [span] = finished();
  expect(span?.attributes).toMatchObject({ "error.type": "ConnectionError" });
  expect(span?.attributes).not.toHaveProperty("http.response.status_code");
  expect(span?.status).toEqual({ code: SpanStatusCode.ERROR, message: expect.stringContaining("/v1/agents") });
});

const echo = `Bearer ${apiKey} was refused`;

test.each<[string, ClientOptions]>([
  ["a response that quotes the key", { fetch: async () => Response.json({ message: echo }, { status: 400 }) }],
  ["a fetch that quotes the key", { fetch: () => Promise.reject(new TypeError(echo, { cause: new Error(echo) })) }],
  ["another hook that throws the key", { hooks: [openTelemetry(), hookThatThrows()] }],
])("no span has the key: %s", async (_what, changes) => {
  await expect(startTraced({ ...changes, retry: false }).sdk.agents.list()).rejects.toThrow();
  expect(finished()).toHaveLength(1);
  const exported = finished().map(({ name, attributes, status, events }) => ({ name, attributes, status, events }));
  expect(JSON.stringify(exported)).not.toContain("nobody-may-see");
});

function hookThatThrows(): Hooks {
  return {
    onRequest() {
      throw Object.assign(new Error(echo), { name: echo });
    },
  };
}

test("an attempt that is aborted has its span ended", async () => {
  const leaving = new AbortController();
  const fetch = () => {
    leaving.abort();
    return new Promise<never>(() => {});
  };
  await expect(startTraced({ fetch }).sdk.agents.list({ signal: leaving.signal })).rejects.toThrow();
  expect(finished()).toHaveLength(1);
  expect(finished()[0]?.attributes).toMatchObject({ "error.type": "AbortError" });
});

test("the upload to the store has no span, and so its signed address is in none", async () => {
  const { sdk } = startTraced();
  await sdk.calls.upload(recording, { filename: "a.wav" });
  expect(namesOf()).toEqual([["POST /v1/calls/presigned-url", 200]]);
  expect(JSON.stringify(finished().map(({ attributes }) => attributes))).not.toContain("?");
});

test("the error of another hook has the type _OTHER", async () => {
  await expect(startTraced({ hooks: [openTelemetry(), hookThatThrows()] }).sdk.agents.list()).rejects.toThrow();
  expect(finished()[0]).toMatchObject({
    attributes: { "error.type": "_OTHER" },
    status: { code: SpanStatusCode.ERROR },
  });
});

test("a provider that fails changes nothing for the client", async () => {
  const startSpan: Tracer["startSpan"] = () => {
    throw new Error("The exporter is broken.");
  };
  vi.spyOn(trace, "getTracer").mockReturnValue({ startSpan } as Tracer);
  const { sdk } = startTraced();
  expect(await sdk.agents.list()).toHaveLength(4);
});

test("a provider that is registered after the hooks were made gets the spans", async () => {
  trace.disable();
  const { sdk } = startTraced();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  await sdk.agents.list();
  expect(finished()).toHaveLength(1);
});

test("with an @opentelemetry/api that is too old, openTelemetry() names the version that it needs", () => {
  const { getActiveSpan } = trace;
  onTestFinished(() => void Object.assign(trace, { getActiveSpan }));
  // What an older version lacks.
  Object.assign(trace, { getActiveSpan: undefined });
  expect(openTelemetry).toThrow("@call-analysis/sdk/otel needs @opentelemetry/api 1.2 or later.");
});
