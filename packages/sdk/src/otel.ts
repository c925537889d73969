/**
 * `@call-analysis/sdk/otel`: hooks that create an OpenTelemetry span for each attempt. They need the package
 * `@opentelemetry/api`.
 */
import { type Attributes, diag, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { type Operation, operations } from "./contract/operations.js";
import { CallAnalysisError, ConfigurationError } from "./errors.js";
import type { Attempt, Hooks } from "./request/hooks.js";
import { version } from "./version.js";

/**
 * Hooks that create a span for each attempt, below the active span. They use the global tracer provider, even if it is
 * registered later. To group the attempts of a flow, start your own span around it.
 *
 * @throws {ConfigurationError} if the installed `@opentelemetry/api` is too old
 * @example
 * const sdk = new CallAnalysis({ apiKey, baseUrl, hooks: openTelemetry() });
 */
export function openTelemetry(): Hooks {
  if (typeof trace.getActiveSpan !== "function")
    throw new ConfigurationError("@call-analysis/sdk/otel needs @opentelemetry/api 1.2 or later.");
  const tracer = trace.getTracer("@call-analysis/sdk", version);
  const spans = new WeakMap<Attempt, Span>();
  return {
    onRequest: safely((attempt) => {
      const { name, attributes } = describe(attempt);
      spans.set(attempt, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }));
    }),
    onResponse: safely((attempt, { status }: Response) => {
      const span = spans.get(attempt);
      // A page sees a redirect without its status.
      if (status > 0) span?.setAttribute("http.response.status_code", status);
      // The status says it all: the conventions want no message beside it.
      if (status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", String(status));
      span?.end();
    }),
    onError: safely((attempt, error: unknown) => {
      const span = spans.get(attempt);
      // Errors of other code may have secrets in their messages, or even in their names.
      const [type, message] = CallAnalysisError.is(error) ? [error.name, error.message] : ["_OTHER", undefined];
      span?.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
      span?.setAttribute("error.type", type).end();
    }),
  };
}

/** The span's name, and its attributes before the attempt is sent. */
function describe({ operation, method, url, attempt }: Attempt): { name: string; attributes: Attributes } {
  const { protocol, hostname, port, pathname } = new URL(url);
  const template = templateOf(operation, pathname);
  return {
    name: `${method} ${template}`,
    attributes: {
      "call_analysis.operation": operation,
      "http.request.method": method,
      "server.address": hostname,
      "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
      "url.full": url,
      "url.template": template,
      ...(attempt > 1 && { "http.request.resend_count": attempt - 1 }),
    },
  };
}

/** The path template, such as `/v1/calls/{callId}/analysis`: the base URL's path, and then the operation's. */
function templateOf(operation: string, pathname: string): string {
  const { path } = operations[operation as keyof typeof operations] as Operation;
  const segments = pathname.split("/");
  return segments.slice(0, segments.length - path.split("/").length + 1).join("/") + path;
}

/** A failure to record a span must not end a request. */
function safely<Rest extends unknown[]>(record: (attempt: Attempt, ...rest: Rest) => void) {
  return (attempt: Attempt, ...rest: Rest): void => {
    try {
      record(attempt, ...rest);
    } catch (error) {
      diag.error("@call-analysis/sdk/otel: a span could not be recorded.", error);
    }
  };
}
