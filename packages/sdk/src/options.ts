/** The client's options: types, environment variables, checks and defaults. */
import type { ResponseValidator } from "./contract/validator.js";
import { logOptions, userAgentHeader, type VariableOption, waysToPass, withEnvironment } from "./environment.js";
import { ConfigurationError } from "./errors.js";
import { type PollOptions, pollRule, resolvePollOptions } from "./flow/poll.js";
import { checkNames } from "./known-names.js";
import { checkHeaders, headersRule } from "./request/headers.js";
import { type Hooks, hooksRule } from "./request/hooks.js";
import { createLog, type Logger, type LogLevel, logLevelRule } from "./request/log.js";
import { Redactor } from "./request/redact.js";
import { type RetryPolicy, resolveRetry, retryRule } from "./request/retry.js";
import {
  aFunction,
  anObject,
  check,
  checkOptions,
  oneOf,
  overZero,
  type Rule,
  type Rules,
  rule,
  trueOrFalse,
  withMethods,
  withoutUndefined,
} from "./rules.js";
import { isBrowser } from "./runtime.js";

/** The second argument of a `fetch`. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  redirect: "manual" | "error";
  signal: AbortSignal;
  // biome-ignore lint/suspicious/noExplicitAny: text, a Blob or a stream, for which each package has its own types
  body?: any;
}

/** The part of a `Response` that the client needs. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** A `fetch`: the runtime's, another package's, or your own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** An API key, or a function that returns one. The client calls the function before each attempt. */
export type ApiKey = string | (() => string | Promise<string>);

/** How to compare responses with the contract. */
export interface ValidateOptions {
  /** `warn` logs the differences; `strict` throws a `ResponseValidationError`. */
  mode: "warn" | "strict";
  /** Such as `createValidator()` of `@call-analysis/sdk/schemas`. */
  validator: ResponseValidator;
}

/**
 * The options of `new CallAnalysis()`. An undefined option takes its value from the environment variable, or else the
 * default.
 */
export interface ClientOptions {
  /** The API key of the external interface, or a function that returns it. The client calls the function before each attempt. @default env `CALL_ANALYSIS_API_KEY` */
  apiKey?: ApiKey | undefined;
  /** The URL of the external interface, with the version segment. @default env `CALL_ANALYSIS_BASE_URL` */
  baseUrl?: string | undefined;
  /** The URL of the campaign interface, without the version segment. @default env `CALL_ANALYSIS_CAMPAIGN_BASE_URL` */
  campaignBaseUrl?: string | undefined;
  /** The key of the campaign interface. @default env `CALL_ANALYSIS_CAMPAIGN_API_KEY`, or else `apiKey` */
  campaignApiKey?: ApiKey | undefined;
  /** The longest time of one attempt, in milliseconds. For an upload, the longest time without progress. @default 30_000 */
  timeoutMs?: number | undefined;
  /** The longest time of one operation or flow, with all attempts and pauses, in milliseconds. @default none */
  deadlineMs?: number | undefined;
  /** Changes to the default retry policy. `false` means one attempt. */
  retry?: false | Partial<RetryPolicy> | undefined;
  /** Defaults for every wait for an analysis. */
  poll?: Partial<PollOptions> | undefined;
  /**
   * Sends requests and uploads. It must not repeat create requests. If its error says that no connection was made (for
   * example by the code ECONNREFUSED), the client assumes that nothing was sent.
   * @default the global `fetch`, looked up at each request
   */
  fetch?: Fetch | undefined;
  /** Headers for every request to the two interfaces. The store never gets them. @default none */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Called around each attempt. @default none */
  hooks?: Hooks | readonly Hooks[] | undefined;
  /** Receives the log lines, such as `console`. @default the console if env `CALL_ANALYSIS_LOG` is set, else none */
  logger?: Logger | undefined;
  /**
   * The lowest level that is logged. `info` includes retries, and `debug` every attempt.
   * @default env `CALL_ANALYSIS_LOG` if no logger is passed, else "warn"
   */
  logLevel?: LogLevel | undefined;
  /** The first part of the `User-Agent` header. @default none */
  userAgent?: string | undefined;
  /** Compares each response with the contract. @default off */
  validate?: ValidateOptions | undefined;
  /** True allows the client in a browser, where every user of the page can read the API key. @default false */
  dangerouslyAllowBrowser?: boolean | undefined;
  /**
   * True allows plain http to other machines, such as a fake in another container. The API key is then sent
   * unencrypted.
   * @default false
   */
  dangerouslyAllowHttp?: boolean | undefined;
}

/** Where the requests of one interface go. */
export interface ServiceTarget {
  /** The base URL, without a slash at the end. */
  baseUrl: string;
  apiKey: ApiKey;
}

/** A client's options after all checks. */
export type Settings = ReturnType<typeof resolveOptions>;

/** Whether plain http may reach a host. */
type HttpRule = (hostname: string) => boolean;

export const keyRule = rule(
  "visible ASCII without spaces or line breaks",
  (key) => typeof key === "string" && /^[\x21-\x7e]+$/.test(key),
  { isSecret: true },
);

/** A key, or the function that returns one. */
const keySourceRule: Rule = (name, value) => typeof value === "function" || keyRule(name, value);

const addressRule = rule("a URL such as https://host/v1, without user name, query or fragment", (address) => {
  // An empty one is missing.
  if (address === "") return true;
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return !(username || password || search || hash);
});

const rules: Rules<keyof ClientOptions> = {
  apiKey: keySourceRule,
  baseUrl: addressRule,
  campaignBaseUrl: addressRule,
  campaignApiKey: keySourceRule,
  timeoutMs: overZero,
  deadlineMs: overZero,
  retry: retryRule,
  poll: pollRule,
  fetch: aFunction,
  headers: headersRule,
  hooks: hooksRule,
  logger: withMethods("debug", "info", "warn", "error"),
  logLevel: logLevelRule,
  userAgent: rule(
    "a non-empty string of ASCII characters",
    (text) => typeof text === "string" && /^[\x20-\x7e]+$/.test(text),
  ),
  validate: (name, value) => {
    checkNames(name, value, ["mode", "validator"]);
    const { mode, validator } = Object(value);
    check(`${name}.mode`, mode, oneOf("warn", "strict"));
    check(`${name}.validator`, validator, aFunction);
  },
  dangerouslyAllowBrowser: trueOrFalse,
  dangerouslyAllowHttp: trueOrFalse,
};

/** @throws {ConfigurationError} that names the invalid option, and never contains a key */
export function resolveOptions(given: ClientOptions) {
  check("options", given, anObject);
  const options = { ...withEnvironment(given) };
  checkOptions("options", options, rules);
  if (isBrowser() && !options.dangerouslyAllowBrowser) throw new ConfigurationError(browserRefusal);
  const { apiKey, campaignBaseUrl, fetch, timeoutMs = 30_000, deadlineMs = Infinity } = options;
  if (apiKey === undefined) throw missing("apiKey");
  const { campaignApiKey = apiKey } = options;
  const { logger, logLevel = "warn" } = logOptions(options);
  const headers = checkHeaders(options.headers);
  const redactor = new Redactor();
  for (const key of [apiKey, campaignApiKey]) if (typeof key === "string") redactor.add(key);
  redactor.addHeaders(headers);
  const external: ServiceTarget = { baseUrl: checkAddress("baseUrl", options), apiKey };
  return {
    /** The options as they were given, with those from the environment. */
    options,
    external,
    campaign: campaignBaseUrl
      ? { baseUrl: checkAddress("campaignBaseUrl", options), apiKey: campaignApiKey }
      : undefined,
    timeoutMs,
    deadlineMs,
    retry: resolveRetry(options.retry),
    poll: resolvePollOptions(options.poll),
    fetch: (url: string, init: RequestInit) =>
      // Only what every `fetch` has is in its public type.
      fetch ? (fetch(url, init as FetchInit) as Promise<Response>) : globalThis.fetch(url, init),
    hasOwnFetch: fetch !== undefined,
    headers: { ...userAgentHeader(options.userAgent), accept: "application/json", ...headers },
    hooks: [options.hooks ?? []].flat(),
    validate: options.validate,
    redactor,
    log: createLog(logger, logLevel, redactor),
    /** For uploads. A service with https cannot make the client upload without it, even to this machine. */
    allowsHttp: external.baseUrl.startsWith("http:") ? httpRule(options) : () => options.dangerouslyAllowHttp === true,
  };
}

/** The options with some changes. Headers, retry and poll are merged. */
export function changedOptions(options: ClientOptions, changes: ClientOptions): ClientOptions {
  const merged = { ...options, ...withoutUndefined(changes) };
  for (const name of ["headers", "retry", "poll"] as const) {
    const [base, change] = [options[name], changes[name]].map((each) => (each === false ? { maxAttempts: 1 } : each));
    if (base && change) Object.assign(merged, { [name]: { ...base, ...withoutUndefined(change) } });
  }
  return merged;
}

export function isAllowedScheme({ protocol, hostname }: URL, allowsHttp: HttpRule): boolean {
  return protocol === "https:" || (protocol === "http:" && allowsHttp(hostname));
}

function httpRule({ dangerouslyAllowHttp }: ClientOptions): HttpRule {
  return (hostname) => dangerouslyAllowHttp || /^((.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

const browserRefusal =
  "In a browser, anyone can read the API key. Use it on a server, or pass dangerouslyAllowBrowser: true.";

export function missing(name: VariableOption): ConfigurationError {
  return new ConfigurationError(`${name} is missing. ${waysToPass(name)}`);
}

function checkAddress(name: "baseUrl" | "campaignBaseUrl", options: ClientOptions): string {
  if (!options[name]) throw missing(name);
  const url = new URL(options[name]);
  if (!isAllowedScheme(url, httpRule(options)))
    throw new ConfigurationError(
      `${name}: expected https, because http sends the API key unencrypted. To allow http, pass dangerouslyAllowHttp: true.`,
    );
  return url.origin + url.pathname.replace(/\/+$/, "");
}
