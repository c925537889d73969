import type { OperationId, ResponseValidator } from "../contract/validator.js";
import { ResponseValidationError } from "../errors/response-errors.js";
import type { Log } from "./log.js";
import type { Exchange } from "./response.js";

/** Whether answers are held against the contract: `warn` logs each departure, `strict` throws. */
export type Validation = "off" | { mode: "warn" | "strict"; validator: ResponseValidator };

/**
 * Holds an answer against the contract, if asked to.
 *
 * @throws {ResponseValidationError} in `strict` mode, with the issues
 */
export function checkAnswer(
  id: OperationId,
  body: unknown,
  { what, attempts }: Exchange,
  { validate, log }: { validate: Validation; log: Log },
): void {
  if (validate === "off") return;
  const issues = validate.validator(id, body);
  if (issues.length === 0) return;
  const list = issues.map(({ path, message }) => `${path || "(the whole)"}: ${message}`).join("; ");
  const message = `${what}: the answer is not what the contract says. ${list}`;
  if (validate.mode === "strict") throw new ResponseValidationError(message, { issues, body, attempts });
  log("warn", message);
}
