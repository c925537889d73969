/** Checks of what a read returned. They send nothing, so the cases use them, and so does `call-analysis check`. */
import type { Case, CaseContext, Observation } from "../case.ts";
import type { OperationId } from "../contract/openapi-document.ts";

/** An operation that changes nothing. */
export type ReadOperation = Extract<OperationId, "listAgents" | "listCategories" | "getCategory" | "getCallAnalysis">;

/** A statement about the answer to an operation, and the code that checks it. Its texts contain nothing of the answer. */
export interface AnswerCheck<Data> {
  /** The statement, as a full sentence. */
  name: string;
  tag: "documented" | "assumed";
  operation: ReadOperation;
  /** Ids in `openapi/statements.yaml` of what it checks. */
  statements: readonly [string, ...string[]];
  /** The place in the answer that it is about, such as `data[].createdAt`. */
  place: string;
  /** All places that it reads. What departs from its schema there is told already. @default its place */
  reads?: readonly string[];
  /** @throws {ContractViolation} when the statement is false */
  check(data: Data, observe: (observation: Observation) => void): void;
}

/** A check in a list of checks of one operation, or of all. */
export type ListedCheck<Data> = Omit<AnswerCheck<Data>, "operation">;

/** Checks of the answers to one operation. */
export function checksOf<Data>(
  operation: ReadOperation,
  checks: readonly ListedCheck<Data>[],
): readonly AnswerCheck<Data>[] {
  return checks.map((check) => ({ ...check, operation }));
}

/** A case that reads an answer, and checks it. */
export function caseOf<Data>(
  { name, tag, operation, statements, check }: AnswerCheck<Data>,
  read: (context: CaseContext) => Promise<Data>,
): Case {
  return { name, tag, operation, statements, run: async (context) => check(await read(context), context.observe) };
}
