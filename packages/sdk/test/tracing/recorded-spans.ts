/** Spans that a test records, as a tree that it can read. */
import { openTelemetry } from "@call-analysis/sdk/otel";
import { context, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { onTestFinished } from "vitest";

/** What a test sees of a span: its name, its attributes, its failure, and the spans inside it, in the order of their starts. */
export interface SpanTree {
  name: string;
  attributes: Record<string, unknown>;
  isClient?: true;
  failure?: string | undefined;
  exceptions?: unknown[];
  children?: SpanTree[];
}

/** Records the spans of this test, and gives them to it as a tree. */
export function recordSpans() {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  const started: string[] = [];
  const order: SpanProcessor = {
    onStart: (span) => void started.push(span.spanContext().spanId),
    onEnd: () => {},
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const provider = new BasicTracerProvider({ spanProcessors: [order, new SimpleSpanProcessor(exporter)] });
  const stop = openTelemetry({ tracerProvider: provider });
  onTestFinished(() => {
    stop();
    context.disable();
  });
  /** In the order of their starts: their times are too rough to tell. */
  const spans = () => {
    const place = (span: ReadableSpan) => started.indexOf(span.spanContext().spanId);
    return exporter.getFinishedSpans().sort((one, other) => place(one) - place(other));
  };
  return { provider, stop, spans, trees: () => treesOf(spans()) };
}

/** The trees without their attributes, as one line for each span: indented, with its failure. */
export function outlineOf(trees: readonly SpanTree[], indent = ""): string[] {
  return trees.flatMap(({ name, attributes, failure, children = [] }) => {
    const status = attributes["http.response.status_code"];
    const line = [name, status, failure && status === undefined ? attributes["error.type"] : undefined];
    return [indent + line.filter((part) => part !== undefined).join(" "), ...outlineOf(children, `${indent}  `)];
  });
}

/** All that an exporter could send of the spans. */
export function exportedText(spans: readonly ReadableSpan[]): string {
  return JSON.stringify(
    spans.map(({ name, attributes, events, status, links, resource, instrumentationScope }) => {
      return { name, attributes, events, status, links, resource: resource.attributes, instrumentationScope };
    }),
  );
}

function treesOf(spans: readonly ReadableSpan[]): SpanTree[] {
  const known = new Set(spans.map((span) => span.spanContext().spanId));
  const roots = spans.filter(({ parentSpanContext }) => !known.has(parentSpanContext?.spanId ?? ""));
  return roots.map((root) => treeOf(root, spans));
}

function treeOf(span: ReadableSpan, spans: readonly ReadableSpan[]): SpanTree {
  const { name, attributes, kind, status, events } = span;
  const inner = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId);
  const children = inner.map((child) => treeOf(child, spans));
  return {
    name,
    attributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)),
    ...(kind === SpanKind.CLIENT && { isClient: true }),
    ...(status.code === SpanStatusCode.ERROR && { failure: status.message }),
    ...(events.length > 0 && { exceptions: events.map(({ attributes: of }) => of?.["exception.type"]) }),
    ...(children.length > 0 && { children }),
  };
}
