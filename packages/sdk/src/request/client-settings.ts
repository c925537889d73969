/** What a client is made with: its options after all checks, resolved once. */
import type { ApiKey } from "./api-key.js";
import type { Log } from "./log.js";
import type { Middleware } from "./middleware.js";
import type { Secrets } from "./redaction.js";
import type { Validation } from "./response.js";
import type { RetryPolicy } from "./retry.js";

/** The signature of the global `fetch`, as far as it is used. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Where the requests of one interface go, and with which key. */
export interface ServiceTarget {
  origin: string;
  /** Without a slash at its end. */
  baseUrl: string;
  /** The name of the key's option, for messages. */
  keyName: string;
  apiKey: ApiKey;
}

/** A client's options after all checks. */
export interface ClientSettings {
  external: ServiceTarget;
  campaign: ServiceTarget | undefined;
  timeoutMs: number;
  /** Infinity for no limit. */
  deadlineMs: number;
  retry: RetryPolicy;
  fetch: Fetch;
  /** Whether `fetch` is the caller's own. */
  hasOwnFetch: boolean;
  headers: Record<string, string>;
  middleware: readonly Middleware[];
  validate: Validation;
  secrets: Secrets;
  log: Log;
  /** Where recordings may be sent by plain http. */
  storeHttp: PlainHttp;
  /** Infinity for no limit. */
  maxCreatesPerSecond: number;
}

/** Where plain http is allowed: nowhere, on this machine, or everywhere. */
export type PlainHttp = "never" | "loopback" | "anywhere";
