import { documentedOperations } from "../contract/document.ts";
import type { OperationId, Subject } from "../contract/operation-types.ts";
import { documentedStatusOf } from "../exchange/answer-check.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Outcome, RunResult } from "../run/outcome.ts";
import type { Door } from "../target.ts";

/** How many cases about an operation got one of its documented answers, at each door. */
export interface CoverageRow {
  operation: Subject;
  /** A status of the document's, `default` for any error. */
  status: string;
  counts: Readonly<Partial<Record<Door, number>>>;
}

/** The answers that the document has; of an upload's it says nothing but that there is one. */
const documentedAnswers: readonly { operation: Subject; status: string }[] = [
  ...documentedOperations.flatMap(({ operationId, answerSchemas }) =>
    // The document's operationIds are those of the types made from it.
    Object.keys(answerSchemas).map((status) => ({ operation: operationId as OperationId, status })),
  ),
  { operation: "uploadRecording", status: "default" },
];

/** The table of operation, documented status and door. */
export function coverageOf(results: readonly Pick<RunResult, "door" | "outcomes">[]): CoverageRow[] {
  return documentedAnswers.map(({ operation, status }) => ({
    operation,
    status,
    counts: Object.fromEntries(
      results.map(({ door, outcomes }) => [door, outcomes.filter((one) => reaches(one, operation, status)).length]),
    ),
  }));
}

/** The cells that no case reaches, as `operation, status, door`. */
export function uncovered(rows: readonly CoverageRow[]): string[] {
  return rows.flatMap(({ operation, status, counts }) =>
    Object.entries(counts).flatMap(([door, count]) => (count === 0 ? [`${operation}, ${status}, ${door}`] : [])),
  );
}

function reaches({ case: subject, exchanges }: Outcome, operation: Subject, status: string): boolean {
  return subject.operation === operation && exchanges.some((exchange) => isAnswer(exchange, operation, status));
}

function isAnswer(exchange: Exchange, operation: Subject, status: string): boolean {
  if (exchange.operation !== operation) return false;
  if (operation === "uploadRecording" || operation === "readRecording") return true;
  return documentedStatusOf(operation, exchange.status) === status;
}
