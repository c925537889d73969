/** The error for a failure of `fetch`. It quotes the runtime's own words. */
import { ConnectionError } from "../errors.js";
import { reasonOf } from "../for-servers.js";
import type { Redactor } from "./redact.js";

export function connectionError(
  what: string,
  failure: unknown,
  { redactor, requestSent }: { redactor: Redactor; requestSent: boolean },
): ConnectionError {
  const message = `${what}: the connection failed (${redactor.text(reasonOf(failure))}). Check the URL and the network.`;
  return new ConnectionError(message, { cause: redactor.cause(failure), requestSent });
}
