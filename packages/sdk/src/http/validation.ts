import type { OperationId, ResponseValidator, ValidationIssue } from "../contract/validator.js";
import { ResponseValidationError } from "../errors/response-errors.js";
import type { Log } from "./log.js";
import { oneLine } from "./one-line.js";
import type { Secrets } from "./redaction.js";
import type { SuccessResponse } from "./response.js";

/** Whether answers are held against the contract: `warn` logs each departure, `strict` throws. */
export type Validation = "off" | { mode: "warn" | "strict"; validator: ResponseValidator };

/** How many issues a message names; the error has them all. */
const mostNamed = 5;

/**
 * Holds an answer against the contract, if asked to.
 *
 * @throws {ResponseValidationError} in `strict` mode, with the issues
 */
export function checkAnswer(
  id: OperationId,
  body: unknown,
  { what, attempts }: SuccessResponse,
  { validate, log, secrets }: { validate: Validation; log: Log; secrets: Secrets },
): void {
  if (validate === "off") return;
  const issues = issuesOf(validate.validator, id, body).map(({ path, message }) => ({
    path: secrets.redact(path),
    message: secrets.redact(message),
  }));
  if (issues.length === 0) return;
  const message = `${what}: the answer is not what the contract says. ${describe(issues)} Update the package, or report it to the service.`;
  if (validate.mode === "strict") {
    throw new ResponseValidationError(message, { issues, body: secrets.redactJson(body), attempts });
  }
  log("warn", message);
}

/** A validator that fails is an issue itself: the answer is there, and may name something that was created. */
function issuesOf(validator: ResponseValidator, id: OperationId, body: unknown): ValidationIssue[] {
  try {
    return validator(id, body);
  } catch (failure) {
    return [{ path: "", message: `the validator failed: ${String(failure)}` }];
  }
}

function describe(issues: ValidationIssue[]): string {
  const named = issues.slice(0, mostNamed).map(({ path, message }) => `${path || "(the whole)"}: ${message}`);
  const further = issues.length > mostNamed ? `; and ${issues.length - mostNamed} more` : "";
  return `${oneLine(named.join("; "))}${further}.`;
}
