/** Compares a response with the contract, if the client's options ask for it. */
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
  const text = (value: unknown) => redactor.text(String(value));
  let issues: { path: string; message: string }[];
  try {
    issues = validate.validator(id, body).map(({ path, message }) => ({ path: text(path), message: text(message) }));
  } catch (failure) {
    // The response arrived, and may name something that was created.
    issues = [{ path: "", message: text(`the validator failed: ${failure}`) }];
  }
  if (issues.length === 0) return;
  const named = issues.slice(0, mostNamed).map(({ path, message }) => `${path || "body"}: ${message}`);
  const message = `${describe(request)}: the response does not match the contract. ${oneLine(named.join("; "))}`;
  if (validate.mode === "strict")
    throw new ResponseValidationError(message, { issues, body: redactor.json(JSON.stringify(body)), attempts });
  log("warn", () => message);
}
