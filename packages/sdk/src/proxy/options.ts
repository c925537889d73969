/** The options of a proxy: types, checks and defaults. */

import { operations } from "../contract/operations.js";
import type { UserDefinedFields } from "../contract/types.js";
import type { OperationId } from "../contract/validator.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { checkNames, type NamesOf } from "../known-names.js";
import { type ClientOptions, resolveOptions, withEnvironment } from "../options.js";
import { type CreationLedger, checkLedger } from "../record/ledger.js";
import { memoryLedger } from "../record/memory-ledger.js";
import type { Log } from "../request/log.js";
import { Requests } from "../request/request.js";
import { checkPositive } from "../request/request-options.js";
import { isObject, kindOf } from "../value-kinds.js";
import { Creations } from "./creations.js";
import { Handles } from "./handles.js";

/** Somebody who may use the proxy. */
export interface ProxyUser {
  userId: string;
}

/** How the proxy reaches the service: as the options of the same names of `new CallAnalysis()`. */
type ServiceOptions = Pick<
  ClientOptions,
  | "apiKey"
  | "baseUrl"
  | "campaignBaseUrl"
  | "campaignApiKey"
  | "fetch"
  | "logger"
  | "logLevel"
  | "userAgent"
  | "dangerouslyAllowHttp"
>;

/** The options of `createProxyHandler()`. */
export interface ProxyOptions<User extends { userId: string } = { userId: string }> extends ServiceOptions {
  /** Where the proxy is on your server, such as `/call-analysis`. A browser's `baseUrl` is its origin, this, and `/v1`. */
  basePath: string;
  /**
   * Says who sends a request, from its cookies or its `Authorization` header. Null is a 401; what it throws is a 500
   * without a word of it. It must not read the body. A `userId` must never belong to somebody else later.
   */
  authorize: (request: Request) => User | null | Promise<User | null>;
  /** The operationIds that browsers may use, such as `createCall`. @default none */
  allow?: readonly OperationId[] | undefined;
  /** Fields that the server adds to the `udfs` of each call. They replace fields of the same name from the browser. */
  stampUdfs?: ((user: User) => UserDefinedFields | Promise<UserDefinedFields>) | undefined;
  /** Signs the handles: at least 32 characters, the same on all servers, and kept. A new one ends all handles. */
  secret: string;
  /** Where created calls are recorded. Servers that share a secret need one that they share too. @default in memory */
  ledger?: CreationLedger | undefined;
  /** The largest body of a request, in bytes. @default 1_048_576 (1 MiB) */
  maxBodyBytes?: number | undefined;
  /** Other origins whose pages may use the proxy, such as `https://app.example.com`. @default none */
  origins?: readonly string[] | undefined;
  /** Longest time of a request to the service, in milliseconds. Less than the browser's own 30_000. @default 25_000 */
  timeoutMs?: number | undefined;
}

const optionNames: NamesOf<ProxyOptions> = {
  apiKey: true,
  baseUrl: true,
  campaignBaseUrl: true,
  campaignApiKey: true,
  fetch: true,
  logger: true,
  logLevel: true,
  userAgent: true,
  dangerouslyAllowHttp: true,
  basePath: true,
  authorize: true,
  allow: true,
  stampUdfs: true,
  secret: true,
  ledger: true,
  maxBodyBytes: true,
  origins: true,
  timeoutMs: true,
};

/** A proxy's options after all checks, and what it is made of. */
export interface ProxySettings {
  basePath: string;
  authorize: ProxyOptions["authorize"];
  allow: ReadonlySet<string>;
  stampUdfs: ProxyOptions["stampUdfs"];
  maxBodyBytes: number;
  origins: ReadonlySet<string>;
  requests: Requests;
  handles: Handles;
  creations: Creations;
  log: Log;
}

/** @throws {ConfigurationError} that names the option, and shows neither the key nor the secret */
export function resolveProxyOptions(options: ProxyOptions): ProxySettings {
  if (!isObject(options)) throw new ConfigurationError(`options: an object is due, and ${kindOf(options)} was given.`);
  checkNames("options", options, optionNames);
  const {
    basePath,
    authorize,
    allow: allowed = [],
    stampUdfs,
    secret,
    ledger = memoryLedger(),
    maxBodyBytes = 1024 * 1024,
    origins = [],
    timeoutMs = 25_000,
    ...service
  } = options;
  if (typeof authorize !== "function") {
    throw new ConfigurationError("authorize must be a function that returns { userId } or null.");
  }
  if (stampUdfs !== undefined && typeof stampUdfs !== "function") {
    throw new ConfigurationError("stampUdfs must be a function that returns an object.");
  }
  checkLedger(ledger);
  // One attempt, and no pause after a 429: the browser's client waits, and tries again what may be tried again.
  const settings = resolveOptions(withEnvironment({ ...service, timeoutMs, retry: false }));
  const { log } = settings;
  const allow = checkAllow(allowed);
  if (allow.has("addProspect") && !settings.campaign) {
    throw new ConfigurationError("campaignBaseUrl is missing, and allow names addProspect.");
  }
  const requests = new Requests(settings);
  return {
    basePath: checkBasePath(basePath),
    authorize,
    allow,
    stampUdfs,
    maxBodyBytes: checkPositive("maxBodyBytes", maxBodyBytes),
    origins: checkOrigins(origins),
    requests,
    handles: new Handles(checkSecret(secret)),
    creations: new Creations({ baseUrl: requests.baseUrl, ledger, longestWaitMs: timeoutMs, log }),
    log,
  };
}

/** @returns the path without a slash at its end; the root is empty */
function checkBasePath(basePath: unknown): string {
  const address = "http://localhost";
  const isPath = typeof basePath === "string" && URL.canParse(basePath, address);
  if (isPath && new URL(basePath, address).pathname === basePath) return basePath.replace(/\/+$/, "");
  throw new ConfigurationError('basePath must be a path such as "/call-analysis".');
}

function checkAllow(allow: readonly unknown[]): ReadonlySet<string> {
  const known = Object.keys(operations);
  if (!Array.isArray(allow)) throw new ConfigurationError("allow must be a list of operationIds.");
  for (const name of allow) {
    if (known.includes(name)) continue;
    throw new ConfigurationError(`allow: ${JSON.stringify(name)} is not an operation. There are ${known.join(", ")}.`);
  }
  return new Set(allow);
}

/** The secret itself is never part of the message. */
function checkSecret(secret: unknown): string {
  if (typeof secret === "string" && secret.length >= 32) return secret;
  throw new ConfigurationError("secret must be a string of at least 32 characters: make it with a random generator.");
}

function checkOrigins(origins: readonly unknown[]): ReadonlySet<string> {
  if (!Array.isArray(origins)) throw new ConfigurationError("origins must be a list.");
  for (const origin of origins) {
    if (typeof origin === "string" && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new ConfigurationError(`origins: ${JSON.stringify(origin)} must be like https://app.example.com.`);
  }
  return new Set(origins);
}
