/** The client's options: types, environment variables, checks, defaults, and how `withOptions` merges changes. */

import type { ResponseValidator } from "./contract/validator.js";
import { ConfigurationError } from "./errors/request-errors.js";
import { type PollOptions, resolvePollOptions } from "./flow/poll-options.js";
import { checkNames, type NamesOf } from "./known-names.js";
import { type ApiKey, checkKey } from "./request/api-key.js";
import type { ClientSettings, Fetch, PlainHttp, ServiceTarget } from "./request/client-settings.js";
import { createLog, type Log, type Logger, type LogLevel, logLevels } from "./request/log.js";
import type { Middleware } from "./request/middleware.js";
import { Secrets } from "./request/redaction.js";
import {
  checkHeaders,
  checkPositive,
  checkType,
  definedOf,
  isHeader,
  resolveRetry,
  withChanges,
} from "./request/request-options.js";
import type { Validation } from "./request/response.js";
import type { RetryPolicy } from "./request/retry.js";
import { noLimit } from "./request/timers.js";
import { isAllowedScheme } from "./resources/upload-grant.js";
import { environmentVariable, isBrowser, runtimeName } from "./runtime.js";
import { hasMethods, isObject } from "./value-kinds.js";
import { version } from "./version.js";

/** The options of `new CallAnalysis()`. Undefined means the environment variable, then the default. */
export interface ClientOptions {
  /**
   * An external API key, or a function that is called for one at each attempt. A 401 is not tried again with a fresh key.
   * @default env `CALL_ANALYSIS_API_KEY`
   */
  apiKey?: ApiKey | undefined;
  /** The address of the external interface, version segment included. @default env `CALL_ANALYSIS_BASE_URL` */
  baseUrl?: string | undefined;
  /** The address of the campaign interface, without the version segment. @default env `CALL_ANALYSIS_CAMPAIGN_BASE_URL` */
  campaignBaseUrl?: string | undefined;
  /** The key of the campaign interface, sent to it alone. @default env `CALL_ANALYSIS_CAMPAIGN_API_KEY`, then `apiKey` */
  campaignApiKey?: ApiKey | undefined;
  /** Longest time of one attempt, headers and body, in milliseconds. @default 30_000 */
  timeoutMs?: number | undefined;
  /** Longest time of all attempts and pauses of one operation, in milliseconds. @default none */
  deadlineMs?: number | undefined;
  /** Changes to the default retry policy; false for single attempts. */
  retry?: false | Partial<RetryPolicy> | undefined;
  /** Defaults of every wait for an analysis. @default see `PollOptions` */
  poll?: Partial<PollOptions> | undefined;
  /** Used in place of the global `fetch`. @default the global one, looked up at each request */
  fetch?: Fetch | undefined;
  /**
   * How often `POST /calls` starts at most, evenly spaced; greater than 0, such as 5 or 0.5. Derived clients with the same
   * address and key share it, unless they set another one: that holds for them alone. @default no limit
   */
  maxCreatesPerSecond?: number | undefined;
  /**
   * Headers of every request to the two interfaces; they are never sent to the store. Values of 8 characters and more are
   * taken out of errors and logs, as keys are. Those of `accept*`, `cache-*`, `content-*`, `host`, `origin`, `referer`,
   * `user-agent`, `trace*`, `x-request-id` and `x-correlation-id` stay. @default none
   */
  headers?: Record<string, string> | undefined;
  /** Where log lines go, such as `console`. @default the console when env `CALL_ANALYSIS_LOG` is set, else nothing is logged */
  logger?: Logger | undefined;
  /** How much is logged: `warn` what needs attention, `info` also every retry, `debug` also every attempt. @default env `CALL_ANALYSIS_LOG`, then "warn" */
  logLevel?: LogLevel | undefined;
  /** Functions around every attempt, the first outermost. @default none */
  middleware?: Middleware[] | undefined;
  /** Whether responses are checked against the contract. `createValidator()` of `@call-analysis/sdk/schemas` needs zod 4. @default "off" */
  validate?: "off" | { mode: "warn" | "strict"; validator: ResponseValidator } | undefined;
  /** Comes before the package's name in the `User-Agent` header. Not sent in browsers. @default none */
  userAgent?: string | undefined;
  /** True allows browsers, where anyone who uses the page can read the key. @default false */
  dangerouslyAllowBrowser?: boolean | undefined;
  /**
   * True allows plain http beyond this machine, for a fake in another container. The key and the recordings travel in
   * clear. @default false
   */
  dangerouslyAllowHttp?: boolean | undefined;
}

/** The options that the environment may have. */
const variables = {
  apiKey: "CALL_ANALYSIS_API_KEY",
  baseUrl: "CALL_ANALYSIS_BASE_URL",
  campaignBaseUrl: "CALL_ANALYSIS_CAMPAIGN_BASE_URL",
  campaignApiKey: "CALL_ANALYSIS_CAMPAIGN_API_KEY",
} as const;

/** Fills in the environment's values for options that are undefined. @throws {ConfigurationError} for an unknown name */
export function withEnvironment(options: ClientOptions): ClientOptions {
  checkNames("options", options, optionNames);
  const names = Object.keys(variables) as (keyof typeof variables)[];
  const filled = names.map((name) => [name, options[name] ?? environmentVariable(variables[name])]);
  return { ...options, ...Object.fromEntries(filled) };
}

/**
 * Checks every option, and fills in the defaults.
 *
 * @throws {ConfigurationError} that names the option and never shows a key
 */
export function resolveOptions(options: ClientOptions): ClientSettings {
  const { dangerouslyAllowBrowser, dangerouslyAllowHttp } = options;
  checkType("boolean", { dangerouslyAllowBrowser, dangerouslyAllowHttp });
  if (isBrowser() && options.dangerouslyAllowBrowser !== true) throw new ConfigurationError(browserRefusal);
  const { deadlineMs = noLimit } = options;
  const secrets = new Secrets();
  const log = resolveLog(options, secrets);
  resolvePollOptions(options.poll);
  const headers = checkHeaders(options.headers);
  secrets.addHeaders(headers, { ofClient: true });
  return {
    ...resolveTargets(options, secrets),
    timeoutMs: checkPositive("timeoutMs", options.timeoutMs ?? 30_000),
    deadlineMs: checkPositive("deadlineMs", deadlineMs),
    retry: resolveRetry(options.retry),
    fetch: resolveFetch(options.fetch),
    hasOwnFetch: options.fetch !== undefined,
    headers: { ...userAgentHeader(options.userAgent), accept: "application/json", ...headers },
    middleware: resolveMiddleware(options.middleware),
    validate: resolveValidation(options.validate),
    secrets,
    log,
    storeHttp: resolveStoreHttp(options),
    maxCreatesPerSecond: checkPositive("maxCreatesPerSecond", options.maxCreatesPerSecond ?? noLimit),
  };
}

const optionNames: NamesOf<ClientOptions> = {
  apiKey: true,
  baseUrl: true,
  campaignBaseUrl: true,
  campaignApiKey: true,
  timeoutMs: true,
  deadlineMs: true,
  retry: true,
  poll: true,
  fetch: true,
  maxCreatesPerSecond: true,
  headers: true,
  logger: true,
  logLevel: true,
  middleware: true,
  validate: true,
  userAgent: true,
  dangerouslyAllowBrowser: true,
  dangerouslyAllowHttp: true,
};

const browserRefusal =
  "A browser shows the API key to everyone who uses the page. Call the service from a server, or pass dangerouslyAllowBrowser: true.";

function resolveTargets(options: ClientOptions, secrets: Secrets): Pick<ClientSettings, "external" | "campaign"> {
  const { baseUrl, campaignBaseUrl } = options;
  const own = resolveKeyOf("apiKey", options, secrets);
  if (!own) throw missing("apiKey");
  if (!baseUrl) throw missing("baseUrl");
  const ofCampaign = resolveKeyOf("campaignApiKey", options, secrets) ?? own;
  return {
    external: { ...parseBase("baseUrl", options), ...own },
    campaign: campaignBaseUrl ? { ...parseBase("campaignBaseUrl", options), ...ofCampaign } : undefined,
  };
}

function missing(name: keyof typeof variables): ConfigurationError {
  return new ConfigurationError(`${name} is missing. Pass it, or set ${variables[name]}.`);
}

type ResolvedKey = Pick<ServiceTarget, "keyName" | "apiKey">;

function resolveKeyOf(
  keyName: "apiKey" | "campaignApiKey",
  { [keyName]: apiKey }: ClientOptions,
  secrets: Secrets,
): ResolvedKey | undefined {
  if (apiKey === undefined) return undefined;
  if (typeof apiKey !== "function") secrets.addFixed(checkKey(keyName, apiKey));
  return { keyName, apiKey };
}

function parseBase(
  name: "baseUrl" | "campaignBaseUrl",
  { [name]: address = "", dangerouslyAllowHttp = false }: ClientOptions,
): { baseUrl: string; origin: string } {
  if (typeof address !== "string" || !URL.canParse(address)) {
    throw new ConfigurationError(`${name} must be an absolute address such as https://host/v1.`);
  }
  const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(address);
  if (username || password) throw new ConfigurationError(`${name} must not hold a user or a password.`);
  if (search || hash) throw new ConfigurationError(`${name} must not have a query or a fragment.`);
  const http = dangerouslyAllowHttp ? "anywhere" : "loopback";
  if (isAllowedScheme({ protocol, hostname }, http)) return { baseUrl: origin + pathname.replace(/\/+$/, ""), origin };
  const advice = protocol === "http:" ? " dangerouslyAllowHttp: true allows that." : "";
  throw new ConfigurationError(`${name} must be https beyond this machine, or the key would travel in clear.${advice}`);
}

/** A service on this machine may have its store there too. An https service may not send a recording to this machine. */
function resolveStoreHttp({ baseUrl = "", dangerouslyAllowHttp = false }: ClientOptions): PlainHttp {
  if (dangerouslyAllowHttp) return "anywhere";
  return new URL(baseUrl).protocol === "http:" ? "loopback" : "never";
}

function resolveFetch(fetch: Fetch | undefined): Fetch {
  if (fetch === undefined) return (input, init) => globalThis.fetch(input, init);
  if (typeof fetch === "function") return (input, init) => fetch(input, init);
  throw new ConfigurationError("fetch must be a function.");
}

function resolveMiddleware(middleware: Middleware[] = []): readonly Middleware[] {
  if (Array.isArray(middleware) && middleware.every((item) => typeof item === "function")) return [...middleware];
  throw new ConfigurationError("middleware must be a list of functions.");
}

function resolveValidation(validate: Validation = "off"): Validation {
  if (validate === "off") return validate;
  const isKnown = validate?.mode === "warn" || validate?.mode === "strict";
  if (isKnown && typeof validate.validator === "function") return { ...validate };
  throw new ConfigurationError(
    'validate must be "off" or { mode: "warn" | "strict", validator: createValidator() }, from @call-analysis/sdk/schemas.',
  );
}

/** `CALL_ANALYSIS_LOG` logs to the console where no logger is given. */
function resolveLog({ logger, logLevel }: ClientOptions, secrets: Secrets): Log {
  const variable = logger === undefined ? environmentVariable("CALL_ANALYSIS_LOG") : undefined;
  const level = checkLevel("CALL_ANALYSIS_LOG", variable);
  if (logger && !hasMethods(logger, "debug", "info", "warn", "error")) {
    throw new ConfigurationError("logger must have debug, info, warn and error, as console has.");
  }
  return createLog(logger ?? (level && console), checkLevel("logLevel", logLevel) ?? level ?? "warn", secrets);
}

function checkLevel(name: string, level: string | undefined): LogLevel | undefined {
  const known = logLevels.find((logLevel) => logLevel === level);
  if (known || level === undefined) return known;
  throw new ConfigurationError(`${name} must be one of ${logLevels.join(", ")}, and is "${level}".`);
}

/** Browsers send their own `User-Agent`; elsewhere it tells the service's operators what calls them. */
function userAgentHeader(userAgent: string | undefined): Record<string, string> {
  if (userAgent !== undefined && !(userAgent && isHeader("user-agent", userAgent))) {
    throw new ConfigurationError("userAgent must be a text that HTTP allows in a header, such as my-app/1.0.");
  }
  if (isBrowser()) return {};
  return { "user-agent": [userAgent, `call-analysis-sdk/${version}`, runtimeName()].filter(Boolean).join(" ") };
}

/** A copy of the options as they are now: what the caller changes in them later has no effect. */
export function copyOptions(options: ClientOptions): ClientOptions {
  const fields = Object.entries(options);
  return Object.fromEntries(fields.map(([name, value]) => [name, name === "logger" ? value : copyOf(value)]));
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...value];
  return isObject(value) ? { ...value } : value;
}

/** The options of a derived client: headers and retry are merged; undefined options are ignored. */
export function changedOptions(options: ClientOptions, changes: ClientOptions): ClientOptions {
  checkNames("options", changes, optionNames);
  const { headers, retry, poll, ...others } = changes;
  return {
    ...options,
    ...definedOf(others),
    headers: { ...options.headers, ...checkHeaders(headers) },
    // The other fields of a policy do not bring back the attempts that `false` leaves out.
    retry: withChanges(options.retry === false ? { maxAttempts: 1 } : options.retry, retry),
    poll: withChanges(options.poll, poll),
  };
}
