import type { Log } from "./log.js";
import type { Middleware } from "./middleware.js";
import type { Secrets } from "./redaction.js";
import type { RetryPolicy } from "./retry.js";
import type { Fetch, ServiceTarget } from "./transport.js";
import type { Validation } from "./validation.js";

/** A client's options after all checks. */
export interface HttpOptions {
  external: ServiceTarget & { baseUrl: string };
  campaign: (ServiceTarget & { baseUrl: string }) | undefined;
  timeoutMs: number;
  deadlineMs: number | undefined;
  retry: RetryPolicy;
  fetch: Fetch;
  headers: Record<string, string>;
  middleware: readonly Middleware[];
  validate: Validation;
  secrets: Secrets;
  log: Log;
}
