/** The store that signed addresses lead to: what it is sent, and what its answers mean. */
import { UploadError } from "../errors/flow-errors.js";
import type { Fetch } from "../http/exchange.js";
import { retryAfterMs } from "../http/retry-after.js";
import { timeOfDayMs } from "../http/timers.js";
import type { Recording } from "./source.js";

/** One PUT. */
export interface StoreRequest {
  /** For messages: the method, and the address without its signature. */
  what: string;
  url: string;
  recording: Recording;
  fetch: Fetch;
  signal: AbortSignal;
  /** Is told of bytes on their way, as far as the runtime shows them. */
  onSent: (sentBytes: number) => void;
}

/** What the store said. */
export interface StoreResponse {
  status: number;
  headers: Headers;
  text: string;
  isRedirect: boolean;
}

/**
 * A way to send a PUT: with Content-Length, without a bearer. A redirect is refused, or, where the runtime follows it
 * unasked, told of.
 *
 * @throws {ConnectionError} when no answer came
 * @throws {ConfigurationError} when the recording could not be read
 */
export interface Sender {
  /** Whether `onSent` hears of bytes before all of them are sent. */
  showsProgress: boolean;
  send(request: StoreRequest): Promise<StoreResponse>;
}

/** @throws {UploadError} unless the store took the recording */
export function checkStored({ status, headers, text, isRedirect }: StoreResponse, what: string): void {
  if (isRedirect) throw redirected(what, status);
  if (status >= 200 && status < 300) return;
  const storeCode = storeCodeOf(text);
  const message = `${what}: the store refused the recording with ${status}${storeCode ? ` (${storeCode})` : ""}.`;
  throw new UploadError(message, { status, storeCode, retryAfterMs: retryAfterMs(headers, timeOfDayMs()) });
}

/** @param status undefined when the runtime does not show it */
export function redirected(what: string, status: number | undefined): UploadError {
  return new UploadError(`${what}: the store answered with a redirect, which is never followed.`, {
    status: status || undefined,
  });
}

/** S3-like stores say `<Code>SignatureDoesNotMatch</Code>`; others may speak JSON. */
function storeCodeOf(text: string): string | undefined {
  return /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? /"code"\s*:\s*"([^"]{1,100})"/i.exec(text)?.[1];
}
