/** Compares a response with the contract, if the client's options ask for it. */
import type { ValidationIssue } from "../contract/validator.js";
import { ResponseValidationError } from "../errors.js";
import type { Settings } from "../options.js";
import { oneLine } from "./log.js";
import { describe, type OutgoingRequest } from "./outgoing-request.js";

/** The maximum number of differences in a message. */
const mostNamed = 5;

/** @throws {ResponseValidationError} in strict mode */
export function validateResponse({ validate, log }: Settings, request: OutgoingRequest, body: unknown): void {
  if (!validate) return;
  const { id, redactor, attempts } = request;
  const clean = (value: unknown) => redactor.json(JSON.stringify(value));
  let issues: ValidationIssue[];
  try {
    issues = clean([...validate.validator(id, body)]) as ValidationIssue[];
  } catch (failure) {
    // The response arrived, and may name something that was created.
    issues = [{ path: "", message: redactor.text(`the validator failed: ${failure}`) }];
  }
  if (issues.length === 0) return;
  const named = issues.slice(0, mostNamed).map(({ path, message }) => `${path || "body"}: ${message}`);
  const message = `${describe(request)}: the response does not match the contract. ${oneLine(named.join("; "))}`;
  if (validate.mode === "strict") throw new ResponseValidationError(message, { issues, body: clean(body), attempts });
  log("warn", () => message);
}
