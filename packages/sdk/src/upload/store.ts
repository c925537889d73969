/** The store that signed addresses lead to: what is sent to it, and what its responses mean. */
import { UploadError } from "../errors/flow-errors.js";
import type { ConnectionError } from "../errors/request-errors.js";
import { cleanCause } from "../request/clean-cause.js";
import type { Fetch } from "../request/client-settings.js";
import { connectionError, provesNothingSent } from "../request/error-from-fetch.js";
import { Secrets } from "../request/redaction.js";
import { retryAfterMs } from "../request/retry-after.js";
import { timeOfDayMs } from "../request/timers.js";
import type { Recording } from "./source.js";

/** One PUT. */
export interface StoreRequest {
  /** For messages: the method, and the address without its signature. */
  what: string;
  url: string;
  recording: Recording;
  fetch: Fetch;
  /** Takes the client's secrets and the signature out of a text. */
  redact: (text: string) => string;
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

/** The error of a PUT that got no response. Nothing of the signed address's query is in its message or its cause. */
export function sendError({ what, redact }: StoreRequest, failure: unknown): ConnectionError {
  return connectionError(what, { cause: cleanCause(failure, redact), requestSent: !provesNothingSent(failure) });
}

/** A text without an address's query and its values: a signature may be quoted without its address. */
export function withoutQueryOf(url: string, text: string): string {
  const { search } = new URL(url);
  const secrets = new Secrets();
  // Stores quote a value decoded, decoded but for its +, or as it stands there.
  const asItStands = (signs: RegExp) => search.replace(signs, encodeURIComponent);
  for (const query of [search, asItStands(/[+]/g), asItStands(/[+%]/g)]) {
    const values = new URLSearchParams(query).values();
    for (const secret of [search, ...values]) if (secret.length >= shortestSecret) secrets.addFixed(secret);
  }
  return secrets.redact(text);
}

/** Shorter values of a query, such as a version, tell nothing, and may be part of any word. */
const shortestSecret = 6;

/** @throws {UploadError} unless the store took the recording */
export function checkStored(
  { status, headers, text, isRedirect }: StoreResponse,
  { what, redact }: Pick<StoreRequest, "what" | "redact">,
): void {
  if (isRedirect) throw redirected(what, status);
  if (status >= 200 && status < 300) return;
  const storeCode = storeCodeOf(redact(text));
  const refused = `${what}: the store refused the recording with ${status}${storeCode ? ` (${storeCode})` : ""}.`;
  const message = status === 403 ? `${refused} ${ofAddress}` : refused;
  throw new UploadError(message, { status, storeCode, retryAfterMs: retryAfterMs(headers, timeOfDayMs()) });
}

const ofAddress = "Its address may have expired. If a new one is refused too, ask who runs the service.";

/** @param status undefined when the runtime does not show it */
export function redirected(what: string, status: number | undefined): UploadError {
  return new UploadError(
    `${what}: the store responded with a redirect, which is never followed. Check what stands between here and the store.`,
    {
      status: status || undefined,
    },
  );
}

/** S3-like stores say `<Code>SignatureDoesNotMatch</Code>`; others may respond with JSON. */
function storeCodeOf(text: string): string | undefined {
  return /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? /"code"\s*:\s*"([^"]{1,100})"/i.exec(text)?.[1];
}
