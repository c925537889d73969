/** `@call-analysis/sdk/otel`: OpenTelemetry spans of flows, stages and attempts. Needs the package `@opentelemetry/api`. */
import {
  type Attributes,
  context,
  diag,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import { ConfigurationError } from "./errors/request-errors.js";
import {
  type TracedAttempt,
  type TracedFlow,
  type TracedStage,
  type TracedWork,
  tracingChannelOf,
} from "./request/tracing.js";
import { version } from "./version.js";

/**
 * Makes a span of every flow, stage and attempt of all clients in this process, from now on. While an attempt is under way
 * its span is the active one, so that your `fetch`, and instrumentations of `fetch`, find it. What has a span already gets
 * no second one, from another call or another copy of this package.
 *
 * @param options.tracerProvider where the spans go: by default the global one, also if it is registered later
 * @returns a function that ends it; spans that have begun still end
 * @throws {ConfigurationError} where the runtime has no `node:diagnostics_channel`, as in browsers
 *
 * @example
 * openTelemetry();
 */
export function openTelemetry({
  tracerProvider = trace.getTracerProvider(),
}: {
  tracerProvider?: TracerProvider | undefined;
} = {}): () => void {
  const tracer = tracerProvider.getTracer("@call-analysis/sdk", version);
  const stops = [
    recordSpans("flow", flowSpans, tracer),
    recordSpans("stage", stageSpans, tracer),
    recordSpans("attempt", attemptSpans, tracer),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** How the messages of one channel become spans. */
interface SpanRules<Message> {
  kind: SpanKind;
  /** Of low cardinality. */
  nameOf: (message: Message) => string;
  /** What is known of it: asked at the start and at the end. */
  attributesOf: (message: Message) => Attributes;
  /** Whether a failure is also recorded as an exception, with its stack. */
  recordsException: (message: Message) => boolean;
}

const flowSpans: SpanRules<TracedFlow> = {
  kind: SpanKind.INTERNAL,
  nameOf: ({ flow }) => `calls.${flow}`,
  attributesOf: ({ flow, index, callId, error }) => ({
    "call_analysis.flow": flow,
    "call_analysis.batch.index": index,
    "call_analysis.call_id": callId,
    "error.type": error?.name,
  }),
  recordsException: () => true,
};

const stageSpans: SpanRules<TracedStage> = {
  kind: SpanKind.INTERNAL,
  nameOf: ({ stage }) => stage,
  attributesOf: ({ stage, callId, error }) => ({
    "call_analysis.stage": stage,
    "call_analysis.call_id": callId,
    "error.type": error?.name,
  }),
  // Its flow has it.
  recordsException: () => false,
};

/** @see OpenTelemetry's semantic conventions for HTTP clients, stable since 1.23 */
const attemptSpans: SpanRules<TracedAttempt> = {
  kind: SpanKind.CLIENT,
  nameOf: ({ method, urlTemplate }) => (urlTemplate === undefined ? method : `${method} ${urlTemplate}`),
  attributesOf: ({ operation, method, url, urlTemplate, attempt, status, error }) => {
    const { protocol, hostname, port } = new URL(url);
    const responseStatus = status ?? error?.status;
    return {
      "call_analysis.operation": operation,
      "http.request.method": method,
      "http.request.resend_count": attempt > 1 ? attempt - 1 : undefined,
      "http.response.status_code": responseStatus,
      "server.address": hostname,
      "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
      "url.full": url,
      "url.template": urlTemplate,
      "error.type": error && (responseStatus !== undefined && responseStatus >= 400 ? `${responseStatus}` : error.name),
    };
  },
  recordsException: ({ error }) => error?.status === undefined,
};

/** Marks the messages that have a span. */
const hasSpan = Symbol.for("@call-analysis/sdk/has-span");

function recordSpans<Kind extends "flow" | "stage" | "attempt", Message extends TracedWork>(
  kind: Kind,
  rules: SpanRules<Message>,
  tracer: Tracer,
): () => void {
  const channel = tracingChannelOf(kind);
  if (!channel) throw new ConfigurationError(noChannels);
  const open = new Map<Message, Span>();
  let isStopped = false;
  const onStart = safely((message: Message) => {
    if (isStopped || hasSpan in message) return;
    Object.defineProperty(message, hasSpan, { value: true });
    open.set(message, startSpan(message, rules, tracer));
  });
  const onEnd = safely((message: Message) => {
    const span = open.get(message);
    open.delete(message);
    unsubscribeIfDone();
    if (span) endSpan(span, message, rules);
  });
  const unsubscribeIfDone = () => {
    if (!isStopped || open.size > 0) return;
    channel.start.unsubscribe(onStart);
    channel.asyncEnd.unsubscribe(onEnd);
  };
  channel.start.subscribe(onStart);
  channel.asyncEnd.subscribe(onEnd);
  return () => {
    isStopped = true;
    unsubscribeIfDone();
  };
}

const noChannels =
  "openTelemetry() needs node:diagnostics_channel, which this runtime does not have. Call it on a server: on Node, Bun, Deno, or Workers with nodejs_compat.";

/** Node would end the process: a channel takes what its subscriber throws for an uncaught exception. */
function safely<Message>(listen: (message: Message) => void): (message: unknown) => void {
  return (message) => {
    try {
      // Only this package publishes on its channels.
      listen(message as Message);
    } catch (error) {
      diag.error("@call-analysis/sdk/otel: a span could not be recorded.", error);
    }
  };
}

function startSpan<Message extends TracedWork>(message: Message, rules: SpanRules<Message>, tracer: Tracer): Span {
  const parent = context.active();
  const { kind } = rules;
  const span = tracer.startSpan(rules.nameOf(message), { kind, attributes: rules.attributesOf(message) }, parent);
  const { run = (work) => work() } = message;
  const active = trace.setSpan(parent, span);
  // `bindStore` would need the AsyncLocalStorage of the context manager, which is its own.
  message.run = (work) => context.with(active, () => run(work));
  return span;
}

function endSpan<Message extends TracedWork>(span: Span, message: Message, rules: SpanRules<Message>): void {
  const { error } = message;
  span.setAttributes(rules.attributesOf(message));
  if (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    const { name, message: text, stack } = error;
    if (rules.recordsException(message)) span.recordException({ name, message: text, ...(stack && { stack }) });
  }
  span.end();
}
