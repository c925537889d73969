import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { context, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { UndiciInstrumentation, type UndiciInstrumentationConfig } from "@opentelemetry/instrumentation-undici";
import { expect, onTestFinished } from "vitest";
import { clientWith } from "../support/test-client.ts";
import { refuse, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";
import { exportedText, recordSpans } from "./recorded-spans.ts";

const input = { file: wavBytes(), filename: "a.wav", memberId: "m", categoryId: "c" };
const poll = { initialDelayMs: 0, intervalMs: 0 };

/** The hook that the guide says to paste. */
async function hookOfGuide(): Promise<UndiciInstrumentationConfig["startSpanHook"]> {
  const guide = await readFile(join(import.meta.dirname, "../../../../docs/guides/tracing.md"), "utf8");
  const [, code] = /startSpanHook: (.*),$/m.exec(guide) ?? [];
  return new Function(`return ${code}`)();
}

/** The W3C header, as `W3CTraceContextPropagator` writes it. */
function useTraceparent(): void {
  propagation.setGlobalPropagator({
    fields: () => ["traceparent"],
    extract: (from) => from,
    inject: (from, carrier, { set }) => {
      const span = trace.getSpanContext(from);
      if (span) set(carrier, "traceparent", `00-${span.traceId}-${span.spanId}-01`);
    },
  });
  onTestFinished(() => propagation.disable());
}

test("the attempt's span is active in the caller's own fetch, in middleware and in the key function", async () => {
  const { spans } = recordSpans();
  const seen: (string | undefined)[] = [];
  const look = () => void seen.push(trace.getActiveSpan()?.spanContext().spanId);
  const fetch = async () => {
    look();
    return Response.json({ data: [] });
  };
  const apiKey = async () => {
    look();
    return "key-5f1c";
  };
  const sdk = clientWith(fetch, {
    apiKey,
    middleware: [
      (request, next) => {
        look();
        return next(request);
      },
    ],
  });
  await sdk.agents.list();
  const [attempt] = spans();
  expect(seen).toEqual(Array(3).fill(attempt?.spanContext().spanId));
  expect(context.active()).toBe(ROOT_CONTEXT);
});

test("instrumentation-undici makes its spans inside the attempts, and hands on their trace; the hook of the guide keeps queries out", async ({
  service,
}) => {
  const { spans, provider } = recordSpans();
  useTraceparent();
  const startSpanHook = await hookOfGuide();
  const instrumentation = new UndiciInstrumentation({ startSpanHook });
  instrumentation.setTracerProvider(provider);
  instrumentation.enable();
  onTestFinished(() => instrumentation.disable());
  service.answer("puts", refuse(403));
  await service.client().calls.analyzeFile(input, { poll });

  const all = spans();
  const byId = new Map(all.map((span) => [span.spanContext().spanId, span]));
  const requests = [...service.grants, ...service.puts, ...service.creates, ...service.reads];
  expect(requests).toHaveLength(6);
  for (const { method, path, headers } of requests) {
    const [, traceId, spanId = ""] = String(headers.traceparent).split("-");
    const ofUndici = byId.get(spanId);
    const attempt = byId.get(ofUndici?.parentSpanContext?.spanId ?? "");
    expect(ofUndici?.instrumentationScope.name).toBe("@opentelemetry/instrumentation-undici");
    expect(attempt?.instrumentationScope.name).toBe("@call-analysis/sdk");
    expect(attempt?.spanContext().traceId).toBe(traceId);
    expect(attempt?.attributes).toMatchObject({
      "http.request.method": method,
      "url.full": service.url + path.replace(/\?.*/, ""),
    });
  }
  expect(exportedText(all)).not.toContain("signature");
  expect(exportedText(all)).not.toContain("secret-1");
});
