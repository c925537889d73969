/** The client's options: types, environment variables, checks and defaults. */
import type { ResponseValidator } from "./contract/validator.js";
import { ConfigurationError } from "./errors.js";
import { type PollOptions, resolvePollOptions } from "./flow/poll.js";
import { checkNames } from "./known-names.js";
import { checkHooks, type Hooks } from "./request/hooks.js";
import { createLog, type Log, type Logger, type LogLevel } from "./request/log.js";
import { Redactor } from "./request/redact.js";
import { type RetryPolicy, resolveRetry } from "./request/retry.js";
import {
  aFunction,
  anything,
  check,
  checkOptions,
  oneOf,
  overZero,
  type Rule,
  type Rules,
  trueOrFalse,
  withMethods,
  withoutUndefined,
} from "./rules.js";
import { environmentVariable, isBrowser, runtimeName } from "./runtime.js";
import { version } from "./version.js";

export { withoutUndefined };

/** What a `fetch` is called with, beside an address. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  redirect: "manual" | "error";
  signal: AbortSignal;
  // biome-ignore lint/suspicious/noExplicitAny: text, a Blob or a stream, for which each package has its own types
  body?: any;
}

/** What the client needs of a response. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** A `fetch`: the runtime's, another package's, or your own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** A key, or a function that is called for one at each attempt. */
export type ApiKey = string | (() => string | Promise<string>);

/** How responses are compared with the contract. */
export interface ValidateOptions {
  /** `warn` logs what differs; `strict` throws a `ResponseValidationError`. */
  mode: "warn" | "strict";
  /** Such as `createValidator()` of `@call-analysis/sdk/schemas`. */
  validator: ResponseValidator;
}

/** The options of `new CallAnalysis()`. Undefined means the environment variable, then the default. */
export interface ClientOptions {
  /** @default env `CALL_ANALYSIS_API_KEY` */
  apiKey?: ApiKey | undefined;
  /** The address of the external interface, version segment included. @default env `CALL_ANALYSIS_BASE_URL` */
  baseUrl?: string | undefined;
  /** Without the version segment. @default env `CALL_ANALYSIS_CAMPAIGN_BASE_URL` */
  campaignBaseUrl?: string | undefined;
  /** @default env `CALL_ANALYSIS_CAMPAIGN_API_KEY`, then `apiKey` */
  campaignApiKey?: ApiKey | undefined;
  /** Longest time of one attempt, headers and body, in milliseconds; of an upload the longest time without progress. @default 30_000 */
  timeoutMs?: number | undefined;
  /** Longest time of all attempts and pauses of one operation or flow, in milliseconds. @default none */
  deadlineMs?: number | undefined;
  /** Changes to the default retry policy; false for single attempts. */
  retry?: false | Partial<RetryPolicy> | undefined;
  /** Defaults of every wait for an analysis. */
  poll?: Partial<PollOptions> | undefined;
  /** It must not repeat creations. @default the global one, looked up at each request */
  fetch?: Fetch | undefined;
  /** Headers of every request to the two interfaces; never sent to the store. @default none */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Called around each attempt. @default none */
  hooks?: Hooks | readonly Hooks[] | undefined;
  /** @default the console when env `CALL_ANALYSIS_LOG` is set */
  logger?: Logger | undefined;
  /** @default env `CALL_ANALYSIS_LOG`, then "warn" */
  logLevel?: LogLevel | undefined;
  /** Comes first in the `User-Agent` header. @default none */
  userAgent?: string | undefined;
  /** Compares each response with the contract. @default off */
  validate?: ValidateOptions | undefined;
  /** True allows browsers, where anyone who uses the page can read the key. @default false */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** True allows plain http beyond loopback, for a fake in another container: the key travels in clear. @default false */
  dangerouslyAllowHttp?: boolean | undefined;
}

/** Where the requests of one interface go. */
export interface ServiceTarget {
  /** Without a slash at its end. */
  baseUrl: string;
  apiKey: ApiKey;
}

/** A client's options after all checks. */
export interface Settings {
  external: ServiceTarget;
  campaign: ServiceTarget | undefined;
  timeoutMs: number;
  deadlineMs: number;
  retry: RetryPolicy;
  poll: PollOptions;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  hasOwnFetch: boolean;
  headers: Readonly<Record<string, string>>;
  hooks: readonly Hooks[];
  validate: ValidateOptions | undefined;
  redactor: Redactor;
  log: Log;
  allowsHttp: "never" | "loopback" | "anywhere";
}

const variables = {
  apiKey: "CALL_ANALYSIS_API_KEY",
  baseUrl: "CALL_ANALYSIS_BASE_URL",
  campaignBaseUrl: "CALL_ANALYSIS_CAMPAIGN_BASE_URL",
  campaignApiKey: "CALL_ANALYSIS_CAMPAIGN_API_KEY",
} as const;

/** Options with the rule `anything` are checked where they are resolved. */
const rules: Rules<keyof ClientOptions> = {
  apiKey: anything,
  baseUrl: anything,
  campaignBaseUrl: anything,
  campaignApiKey: anything,
  timeoutMs: overZero,
  deadlineMs: overZero,
  retry: anything,
  poll: anything,
  fetch: aFunction,
  headers: anything,
  hooks: anything,
  logger: withMethods("debug", "info", "warn", "error"),
  logLevel: anything,
  userAgent: [
    "a non-empty string of ASCII characters",
    (text) => typeof text === "string" && /^[\x20-\x7e]+$/.test(text),
  ],
  validate: anything,
  dangerouslyAllowBrowser: trueOrFalse,
  dangerouslyAllowHttp: trueOrFalse,
};

/** @throws {ConfigurationError} that names the option, and never shows a key */
export function resolveOptions(given: ClientOptions): Settings {
  checkOptions("options", given, rules);
  const options = withEnvironment(given);
  if (isBrowser() && !options.dangerouslyAllowBrowser) throw new ConfigurationError(browserRefusal);
  const { fetch, campaignBaseUrl, validate, timeoutMs = 30_000, deadlineMs = Infinity } = options;
  if (validate !== undefined) {
    check("validate.mode", validate?.mode, oneOf("warn", "strict"));
    check("validate.validator", validate.validator, aFunction);
  }
  const redactor = new Redactor();
  const external = { baseUrl: checkAddress("baseUrl", options), apiKey: checkApiKey("apiKey", options, redactor) };
  const campaignKey =
    options.campaignApiKey === undefined ? external.apiKey : checkApiKey("campaignApiKey", options, redactor);
  const headers = checkHeaders(options.headers);
  redactor.addHeaders(headers);
  return {
    external,
    campaign: campaignBaseUrl ? { baseUrl: checkAddress("campaignBaseUrl", options), apiKey: campaignKey } : undefined,
    timeoutMs,
    deadlineMs,
    retry: resolveRetry(options.retry),
    poll: resolvePollOptions(options.poll),
    fetch: (url, init) =>
      // Only what every `fetch` has is in its public type.
      fetch ? (fetch(url, init as FetchInit) as Promise<Response>) : globalThis.fetch(url, init),
    hasOwnFetch: fetch !== undefined,
    headers: { ...userAgentHeader(options.userAgent), accept: "application/json", ...headers },
    hooks: checkHooks(options.hooks),
    validate,
    redactor,
    log: resolveLog(options, redactor),
    allowsHttp: options.dangerouslyAllowHttp ? "anywhere" : external.baseUrl.startsWith("http:") ? "loopback" : "never",
  };
}

/** A copy of options that changes neither with the caller's objects nor with the environment. */
export function fixedOptions(given: ClientOptions): ClientOptions {
  checkNames("options", given, Object.keys(rules));
  const options = withEnvironment(given);
  for (const [name, value] of Object.entries(options))
    if (isPlainObject(value)) Object.assign(options, { [name]: { ...value } });
  return options;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The options with changes over them. Headers, retry and poll are merged. */
export function changedOptions(options: ClientOptions, changes: ClientOptions): ClientOptions {
  checkNames("options", changes, Object.keys(rules));
  const merged = { ...options, ...withoutUndefined(changes) };
  for (const name of ["headers", "retry", "poll"] as const) {
    const [base, change] = [options[name] === false ? { maxAttempts: 1 } : options[name], changes[name]];
    if (base && change) Object.assign(merged, { [name]: { ...base, ...withoutUndefined(change) } });
  }
  return merged;
}

export function checkPositive(name: string, value: number): number {
  return check(name, value, overZero);
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const ofFetch = /^(connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$/i;

/** In lower case, so that the same header in another case replaces the first. @throws without the value, which may be a secret */
export function checkHeaders(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  checkNames("headers", headers, Object.keys(headers ?? {}));
  if (Symbol.iterator in Object(headers)) throw new ConfigurationError("headers must be a plain object.");
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(withoutUndefined(headers ?? {}))) {
    if (name.toLowerCase() === "authorization")
      throw new ConfigurationError("headers: pass the key as apiKey, and not as authorization.");
    // In the others is what `fetch` sets itself, and what it refuses.
    const isHeader = headerName.test(name) && !ofFetch.test(name);
    if (!isHeader || typeof value !== "string" || !headerValue.test(value))
      throw new ConfigurationError(
        `headers: ${JSON.stringify(name)} cannot be sent: its name or its value is invalid.`,
      );
    checked[name.toLowerCase()] = String(value);
  }
  return checked;
}

const aKey: Rule = [
  "visible ASCII characters, without a space or a line break",
  (key) => typeof key === "string" && /^[\x21-\x7e]+$/.test(key),
];

export function checkKey(name: string, key: string): string {
  return check(name, key, aKey);
}

export function isAllowedScheme({ protocol, hostname }: URL, allowsHttp: Settings["allowsHttp"]): boolean {
  if (protocol === "https:") return true;
  if (protocol !== "http:" || allowsHttp === "never") return false;
  return allowsHttp === "anywhere" || /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

const browserRefusal =
  "A browser shows the API key to everyone. Call the service from a server, or pass dangerouslyAllowBrowser: true.";

function withEnvironment(given: ClientOptions): ClientOptions {
  const options = { ...given };
  for (const name of Object.keys(variables) as (keyof typeof variables)[]) {
    const value = options[name] ?? environmentVariable(variables[name]);
    if (value !== undefined) Object.assign(options, { [name]: value });
  }
  return options;
}

function checkApiKey(name: "apiKey" | "campaignApiKey", options: ClientOptions, redactor: Redactor): ApiKey {
  const key = options[name];
  if (key === undefined) throw missing(name);
  if (typeof key === "function") return key;
  redactor.add(checkKey(name, key));
  return key;
}

export function missing(name: keyof typeof variables): ConfigurationError {
  return new ConfigurationError(`${name} is missing. Pass it, or set ${variables[name]}.`);
}

const anAddress: Rule = [
  "an absolute address such as https://host/v1, without user, query and fragment",
  (address) => {
    if (typeof address !== "string" || !URL.canParse(address)) return false;
    const { username, password, search, hash } = new URL(address);
    return !(username || password || search || hash);
  },
];

function checkAddress(name: "baseUrl" | "campaignBaseUrl", options: ClientOptions): string {
  if (!options[name]) throw missing(name);
  const url = new URL(check(name, options[name], anAddress));
  if (!isAllowedScheme(url, options.dangerouslyAllowHttp ? "anywhere" : "loopback"))
    throw new ConfigurationError(`${name} must be https, or the key would travel in clear. See dangerouslyAllowHttp.`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function resolveLog({ logger, logLevel }: ClientOptions, redactor: Redactor): Log {
  const variable = logger === undefined ? environmentVariable("CALL_ANALYSIS_LOG") : undefined;
  return createLog(logger ?? (variable ? console : undefined), logLevel ?? variable ?? "warn", redactor);
}

/** Browsers send their own. */
function userAgentHeader(userAgent: string | undefined): Record<string, string> {
  if (isBrowser()) return {};
  return { "user-agent": [userAgent, `call-analysis-sdk/${version}`, runtimeName()].filter(Boolean).join(" ") };
}
