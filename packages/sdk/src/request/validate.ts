/** Compares a response with the contract, where the client's options ask for it. */
import { ResponseValidationError } from "../errors.js";
import type { Settings } from "../options.js";
import { oneLine } from "./log.js";
import { describe, type OutgoingRequest } from "./outgoing-request.js";

/** At most this many differences are in a message. */
const mostNamed = 5;

/** @throws {ResponseValidationError} in strict mode */
export function validateResponse({ validate, log }: Settings, request: OutgoingRequest, body: unknown): void {
  if (!validate) return;
  const { id, redactor, attempts } = request;
  let found = [];
  try {
    found = validate.validator(id, body);
  } catch (failure) {
    // The response arrived, and may name something that was created.
    found = [{ path: "", message: `the validator failed: ${failure}` }];
  }
  if (found.length === 0) return;
  const issues = found.map(({ path, message }) => ({ path: redactor.text(path), message: redactor.text(message) }));
  const named = issues.slice(0, mostNamed).map(({ path, message }) => `${path || "(the whole)"}: ${message}`);
  const message = `${describe(request)}: the response differs from the contract. ${oneLine(named.join("; "))}`;
  if (validate.mode === "strict")
    throw new ResponseValidationError(message, { issues, body: redactor.json(body), attempts });
  log("warn", () => message);
}
