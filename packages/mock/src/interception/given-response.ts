import { createValidator } from "@call-analysis/sdk/schemas";
import { jsonResponse, type ServiceResponse } from "../core/message.js";
import { MockServiceError } from "../core/mock-service-error.js";
import type { ContractOperation } from "./resolver.js";

const issuesOf = createValidator();

/**
 * What a resolver gave, as an answer. A body, and a `Response` of success, must fit the contract; a refusal may
 * have any body, as the contract leaves those open.
 *
 * @throws {MockServiceError} "broken-override", with the places that do not fit
 */
export async function givenAnswer(
  operation: ContractOperation,
  given: unknown,
  status: number,
): Promise<ServiceResponse> {
  if (given instanceof Response) return answerOf(operation, given);
  if (operation === "uploadRecording") throw broken(operation, "it must give a Response");
  check(operation, given);
  return jsonResponse(status, given);
}

async function answerOf(operation: ContractOperation, response: Response): Promise<ServiceResponse> {
  if (response.type === "error") return { status: 0, headers: {}, body: null, delivery: "error" };
  const { status, headers, ok } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  if (ok && operation !== "uploadRecording") check(operation, parsed(body));
  return { status, headers: Object.fromEntries(headers), body: body.length === 0 ? null : body };
}

function check(operation: Exclude<ContractOperation, "uploadRecording">, body: unknown): void {
  const issues = issuesOf(operation, body);
  if (issues.length === 0) return;
  throw broken(operation, issues.map(({ path, message }) => `${path || "the whole"}: ${message}`).join("; "));
}

/** What is no JSON is no object either, and is found not to fit. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function broken(operation: ContractOperation, what: string): MockServiceError {
  return new MockServiceError(
    "broken-override",
    `The answer that a test gives to ${operation} does not fit the contract: ${what}`,
  );
}
