/** The store that signed addresses lead to: what is sent to it, and what its responses mean. */
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
  /** Called with how many bytes were sent, as far as the runtime shows it. */
  onSent: (sentBytes: number) => void;
}

/** The store's response. */
export interface StoreResponse {
  status: number;
  headers: Headers;
  text: string;
  isRedirect: boolean;
}

/**
 * Sends a PUT, with Content-Length and without a bearer. It refuses a redirect or, where the runtime follows
 * redirects by itself, reports it in the response.
 *
 * @throws {ConnectionError} when no response came
 * @throws {ConfigurationError} when the recording could not be read
 */
export interface Sender {
  /** Whether `onSent` is called before all bytes are sent. */
  reportsProgress: boolean;
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
  return new UploadError(`${what}: the store responded with a redirect, which is never followed.`, {
    status: status || undefined,
  });
}

/** S3-like stores say `<Code>SignatureDoesNotMatch</Code>`; others may respond with JSON. */
function storeCodeOf(text: string): string | undefined {
  return /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? /"code"\s*:\s*"([^"]{1,100})"/i.exec(text)?.[1];
}
