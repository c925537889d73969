import { openTelemetry } from "@call-analysis/sdk/otel";
import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { expect, onTestFinished } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { hang, json, refuse, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";
import { outlineOf, recordSpans, type SpanTree } from "./recorded-spans.ts";

const input = { file: wavBytes(), filename: "a.wav", memberId: "m", categoryId: "c" };
const poll = { initialDelayMs: 0, intervalMs: 0 };
const pending = json(200, { data: { callId: "call-1", status: "processing", analysis: null } });

test("analyzeFile with one 503 and one renewed grant is exactly this tree", async ({ service }) => {
  const { trees } = recordSpans();
  service.answer("grants", json(503, {}));
  service.answer("puts", refuse(403, "AccessDenied"));
  service.answer("reads", pending);
  await service.client().calls.analyzeFile(input, { poll });
  const { hostname, port } = new URL(service.url);
  const server = { "server.address": hostname, "server.port": Number(port) };

  const attempt = (operation: string, method: string, path: string, rest: Record<string, unknown>): SpanTree => {
    const { template, failure, ...attributes } = rest;
    return {
      name: template === undefined ? method : `${method} ${template}`,
      attributes: {
        "call_analysis.operation": operation,
        "http.request.method": method,
        ...server,
        "url.full": service.url + path,
        ...(template !== undefined && { "url.template": template }),
        ...attributes,
      },
      isClient: true,
      ...(failure !== undefined && { failure: String(failure) }),
    };
  };
  const grant = (rest: Record<string, unknown>) =>
    attempt("createUploadUrl", "POST", "/v1/calls/presigned-url", { template: "/v1/calls/presigned-url", ...rest });
  const stage = (name: string, children: SpanTree[], callId?: string): SpanTree => ({
    name,
    attributes: { "call_analysis.stage": name, ...(callId && { "call_analysis.call_id": callId }) },
    children,
  });
  const status = (code: number) => ({ "http.response.status_code": code });
  const failed = (code: number) => ({ ...status(code), "error.type": String(code) });
  const read = () =>
    attempt("getCallAnalysis", "GET", "/v1/calls/call-1/analysis", {
      template: "/v1/calls/{callId}/analysis",
      ...status(200),
    });

  expect(trees()).toEqual([
    {
      name: "calls.analyzeFile",
      attributes: { "call_analysis.flow": "analyzeFile", "call_analysis.call_id": "call-1" },
      children: [
        stage("upload", [
          stage("grant", [
            grant({
              ...failed(503),
              failure: `POST ${service.url}/v1/calls/presigned-url: 503. The service failed; try again later.`,
            }),
            grant({ ...status(200), "http.request.resend_count": 1 }),
          ]),
          attempt("uploadRecording", "PUT", "/store/recording-2", {
            ...failed(403),
            failure: `PUT ${service.url}/store/recording-2?[redacted]: the store refused the recording with 403 (AccessDenied). Its address may have expired. If a new one is refused too, ask who runs the service.`,
          }),
          stage("grant", [grant(status(200))]),
          attempt("uploadRecording", "PUT", "/store/recording-3", { ...status(200), "http.request.resend_count": 1 }),
        ]),
        stage(
          "create",
          [attempt("createCall", "POST", "/v1/calls", { template: "/v1/calls", ...status(202) })],
          "call-1",
        ),
        stage("wait", [read(), read()], "call-1"),
      ],
    },
  ]);
});

test("each method of several requests is a flow with the method's name", async ({ service }) => {
  const { trees } = recordSpans();
  const { calls } = service.client();
  await calls.upload(input.file);
  await calls.submitFile(input);
  await calls.waitForAnalysis("call-1", { poll });
  await calls.analyzeUrl({ audio_url: "https://files.test/a.wav", memberId: "m", categoryId: "c" }, { poll });
  await calls.resume({ version: 1, stage: "poll", callId: "call-7" }, { poll });
  expect(
    trees().map(({ name, attributes, children }) => [
      name,
      attributes["call_analysis.call_id"],
      children?.map((stage) => stage.name),
    ]),
  ).toEqual([
    ["calls.upload", undefined, ["upload"]],
    ["calls.submitFile", "call-1", ["upload", "create"]],
    ["calls.waitForAnalysis", "call-1", ["wait"]],
    ["calls.analyzeUrl", "call-2", ["create", "wait"]],
    ["calls.resume", "call-7", ["wait"]],
  ]);
});

test("a single request is one span for each attempt, without a flow", async ({ service }) => {
  const { trees } = recordSpans();
  service.answer("reads", json(503, {}));
  await service.client().calls.getAnalysis("call-1");
  expect(outlineOf(trees())).toEqual(["GET /v1/calls/{callId}/analysis 503", "GET /v1/calls/{callId}/analysis 200"]);
});

test("an abort ends every span that is open, as an error", async ({ service }) => {
  const { trees } = recordSpans();
  const controller = new AbortController();
  service.answer("creates", (exchange) => {
    controller.abort();
    return hang(exchange);
  });
  await failureOf(service.client().calls.analyzeFile(input, { poll, signal: controller.signal }));
  expect(outlineOf(trees())).toEqual([
    "calls.analyzeFile AbortError",
    "  upload",
    "    grant",
    "      POST /v1/calls/presigned-url 200",
    "    PUT 200",
    "  create AbortError",
    "    POST /v1/calls AbortError",
  ]);
});

test("a wait that fails names its call", async ({ service }) => {
  const { trees } = recordSpans();
  service.answer("reads", json(401, {}));
  await failureOf(service.client().calls.waitForAnalysis("call-7", { poll }));
  const [wait] = trees()[0]?.children ?? [];
  expect(wait).toMatchObject({ name: "wait", attributes: { "call_analysis.call_id": "call-7" } });
});

test("flows side by side do not mix", async ({ service }) => {
  const { trees } = recordSpans();
  const { calls } = service.client();
  const callIds = ["one", "two", "three", "four", "five"];
  await Promise.all(callIds.map((callId) => calls.waitForAnalysis(callId, { poll })));
  const flows = trees();
  expect(flows).toHaveLength(callIds.length);
  for (const flow of flows) {
    const callId = flow.attributes["call_analysis.call_id"];
    const [wait] = flow.children ?? [];
    expect(flow.children).toHaveLength(1);
    expect(wait?.attributes["call_analysis.call_id"]).toBe(callId);
    expect(wait?.children?.map(({ attributes }) => attributes["url.full"])).toEqual([
      `${service.url}/v1/calls/${callId}/analysis`,
    ]);
  }
});

test("each input of a batch is a flow with its index, inside the span that is active around the loop", async ({
  service,
}) => {
  const { trees, provider } = recordSpans();
  const inputs = Array.from({ length: 6 }, (_, index) => ({ ...input, udfs: { index } }));
  await provider.getTracer("test").startActiveSpan("nightly", async (span) => {
    for await (const outcome of service.client().calls.analyzeFiles(inputs, { concurrency: 2, poll })) {
      expect(outcome.ok).toBe(true);
    }
    span.end();
  });
  const [nightly] = trees();
  const items = nightly?.children ?? [];
  expect(items.map(({ name }) => name)).toEqual(inputs.map(() => "calls.analyzeFiles"));
  expect(items.map(({ attributes }) => attributes["call_analysis.batch.index"])).toEqual([0, 1, 2, 3, 4, 5]);
  for (const item of items) {
    expect(item.children?.map(({ name }) => name)).toEqual(["upload", "create", "wait"]);
    const callId = item.attributes["call_analysis.call_id"];
    expect(item.children?.at(-1)?.children?.[0]?.attributes["url.full"]).toContain(`/calls/${callId}/`);
  }
});

test("a second openTelemetry() adds no second span, and takes over when the first one stops", async ({ service }) => {
  const first = recordSpans();
  const second = recordSpans();
  const { calls } = service.client();
  await calls.getAnalysis("call-1");
  expect([first.spans().length, second.spans().length]).toEqual([1, 0]);
  first.stop();
  await calls.getAnalysis("call-1");
  expect([first.spans().length, second.spans().length]).toEqual([1, 1]);
});

test("a span that is open when recording stops still ends", async ({ service }) => {
  const { stop, trees } = recordSpans();
  service.answer("reads", (exchange) => {
    stop();
    return json(200, { data: { callId: "call-1", status: "processing" } })(exchange);
  });
  const { calls } = service.client();
  await calls.getAnalysis("call-1");
  await calls.getAnalysis("call-1");
  expect(outlineOf(trees())).toEqual(["GET /v1/calls/{callId}/analysis 200"]);
});

test("openTelemetry() finds a global provider that is registered after it", async ({ service }) => {
  const stop = openTelemetry();
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  onTestFinished(() => {
    stop();
    trace.disable();
  });
  await service.client().calls.getAnalysis("call-1");
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(["GET /v1/calls/{callId}/analysis"]);
});

test("a span processor that throws changes nothing, and ends no process", async ({ service }) => {
  const broken = () => {
    throw new Error("of the processor");
  };
  const nothing = async () => {};
  const spanProcessors = [{ onStart: broken, onEnd: broken, forceFlush: nothing, shutdown: nothing }];
  onTestFinished(openTelemetry({ tracerProvider: new BasicTracerProvider({ spanProcessors }) }));
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", onUncaught);
  onTestFinished(() => void process.off("uncaughtException", onUncaught));
  const { calls } = service.client();
  expect(await calls.getAnalysis("call-1")).toMatchObject({ status: "completed" });
  // A channel reports what a subscriber throws in the next turn.
  await new Promise(setImmediate);
  expect(uncaught).toEqual([]);
});
