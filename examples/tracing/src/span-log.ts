/** Keeps the spans of this process, and draws them as trees for a terminal of 80 columns. */
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-base";

const width = 80;
const nameWidth = 56;

export class SpanLog implements SpanProcessor {
  /** In start order. */
  readonly #spans: ReadableSpan[] = [];

  onStart(span: ReadableSpan): void {
    this.#spans.push(span);
  }

  onEnd(): void {}
  async forceFlush(): Promise<void> {}
  async shutdown(): Promise<void> {}

  /** One line for each span: its parents, its name, and its result. */
  render(): string {
    const lines = this.#childrenOf(undefined).flatMap((root) => this.#linesOf(root, { first: "", further: "" }));
    return lines.map((line) => line.trimEnd()).join("\n");
  }

  #linesOf(span: ReadableSpan, { first, further }: { first: string; further: string }): string[] {
    const inner = this.#childrenOf(span);
    const innerLines = inner.flatMap((child, index) => {
      const isLast = index === inner.length - 1;
      const branch = isLast ? { first: "└─ ", further: "   " } : { first: "├─ ", further: "│  " };
      return this.#linesOf(child, { first: further + branch.first, further: further + branch.further });
    });
    return [(first + span.name).padEnd(nameWidth) + endOf(span).padStart(width - nameWidth), ...innerLines];
  }

  #childrenOf(parent: ReadableSpan | undefined): ReadableSpan[] {
    const parentId = parent?.spanContext().spanId;
    return this.#spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === parentId);
  }
}

/** The status and attempt of a request; for other spans, whether they failed. */
function endOf({ kind, attributes, status }: ReadableSpan): string {
  if (kind !== SpanKind.CLIENT) return status.code === SpanStatusCode.ERROR ? String(attributes["error.type"]) : "ok";
  const resent = attributes["http.request.resend_count"];
  const outcome = String(attributes["http.response.status_code"] ?? attributes["error.type"]);
  return resent === undefined ? outcome : `sent again: ${outcome}`;
}
