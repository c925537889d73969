/** The options of a proxy: types, checks and defaults. */
import { operations } from "../contract/operations.js";
import type { AnyUdfs } from "../contract/types.js";
import type { OperationId } from "../contract/validator.js";
import { ConfigurationError } from "../errors.js";
import type { Journal } from "../flow/journal.js";
import { checkFlowOptions } from "../flow/run.js";
import { checkNames } from "../known-names.js";
import { type ClientOptions, resolveOptions } from "../options.js";
import { Requests } from "../request/requests.js";
import { check, overZero, withoutUndefined } from "../rules.js";
import { Creations, memoryJournal } from "./creations.js";
import { Handles } from "./handles.js";

/** A user of the proxy. */
export interface ProxyUser {
  userId: string;
}

/** How the proxy reaches the service. These options are the same as those of `new CallAnalysis()`. */
const serviceOptionNames = [
  "apiKey",
  "baseUrl",
  "campaignBaseUrl",
  "campaignApiKey",
  "fetch",
  "hooks",
  "logger",
  "logLevel",
  "dangerouslyAllowHttp",
  "timeoutMs",
] as const;

type ServiceOptions = Pick<ClientOptions, (typeof serviceOptionNames)[number]>;

/** The options of `createProxyHandler()`. */
export interface ProxyOptions<User extends ProxyUser = ProxyUser> extends ServiceOptions {
  /** The proxy's path on your server, such as `/call-analysis`. The `baseUrl` in a browser is the origin, this path, and `/v1`. */
  basePath: string;
  /**
   * Returns the user of a request, by its cookies or its `Authorization` header. The function must not read the body.
   * If it returns null, the reply is 401. If it throws, the reply is a 500 that does not quote the error. Never give
   * one person's `userId` to another.
   */
  authorize: (request: Request) => User | null | Promise<User | null>;
  /** The operationIds that browsers may use, such as `createCall`. @default none */
  allow?: readonly OperationId[] | undefined;
  /** Fields that the server adds to the `udfs` of each call. They replace fields of the same name from the browser. */
  stampUdfs?: ((user: User) => NonNullable<AnyUdfs> | Promise<NonNullable<AnyUdfs>>) | undefined;
  /**
   * The secret that signs the URLs and ids in the page: at least 32 characters, the same on all servers. A new secret
   * invalidates all of them.
   */
  secret: string;
  /** Where created calls are recorded. Servers that share a secret must share a journal too. @default in memory */
  journal?: Journal | undefined;
  /** The largest request body, in bytes. @default 1_048_576 (1 MiB) */
  maxBodyBytes?: number | undefined;
  /** Other origins whose pages may use the proxy, such as `https://app.example.com`. @default none */
  origins?: readonly string[] | undefined;
  /**
   * The longest time of a request to the service, including the journal, in milliseconds. Set it below the timeout of
   * the client in the browser.
   * @default 25_000
   */
  timeoutMs?: number | undefined;
}

const ownOptionNames = ["basePath", "authorize", "allow", "stampUdfs", "secret", "journal", "maxBodyBytes", "origins"];

/** A proxy's options after all checks, and the objects that it is made of. */
export type ProxySettings = ReturnType<typeof resolveProxyOptions>;

/** @throws {ConfigurationError} that names the option, and contains neither the key nor the secret */
export function resolveProxyOptions(options: ProxyOptions) {
  checkNames("options", options ?? null, [...serviceOptionNames, ...ownOptionNames]);
  const {
    basePath,
    authorize,
    allow,
    stampUdfs,
    secret,
    journal = memoryJournal(),
    maxBodyBytes = 2 ** 20,
    origins,
    ...service
  } = options;
  if (typeof authorize !== "function")
    throw new ConfigurationError("authorize must be a function that returns { userId } or null.");
  if (stampUdfs !== undefined && typeof stampUdfs !== "function")
    throw new ConfigurationError("stampUdfs must be a function that returns an object.");
  // One attempt: the client in the browser already tries again.
  const requests = new Requests(resolveOptions({ timeoutMs: 25_000, ...withoutUndefined(service), retry: false }));
  checkFlowOptions({ requests, name: "createCall", options: { journal } });
  const { timeoutMs } = requests.settings;
  const allowed = checkAllow(allow);
  if (allowed.has("addProspect") && !requests.settings.campaign)
    throw new ConfigurationError("campaignBaseUrl is missing. The operation addProspect in `allow` requires it.");
  return {
    basePath: checkBasePath(basePath),
    authorize,
    allow: allowed,
    stampUdfs,
    maxBodyBytes: check("maxBodyBytes", maxBodyBytes, overZero),
    origins: checkOrigins(origins),
    timeoutMs,
    journal,
    requests,
    handles: new Handles(checkSecret(secret)),
    creations: new Creations(timeoutMs),
  };
}

/** @returns the path without a slash at the end; empty for the root */
function checkBasePath(basePath: unknown): string {
  const origin = "http://localhost";
  const isPath = typeof basePath === "string" && URL.canParse(basePath, origin);
  if (isPath && new URL(basePath, origin).pathname === basePath) return basePath.replace(/\/+$/, "");
  throw new ConfigurationError('basePath must be a path such as "/call-analysis".');
}

function checkAllow(allow: readonly unknown[] = []): ReadonlySet<string> {
  const known: readonly unknown[] = Object.keys(operations);
  if (!Array.isArray(allow)) throw new ConfigurationError("allow must be an array of operationIds.");
  for (const id of allow)
    if (!known.includes(id))
      throw new ConfigurationError(
        `allow: ${JSON.stringify(id)} is not an operation. The operations are ${known.join(", ")}.`,
      );
  return new Set(allow);
}

/** Checks the secret. The message never contains it. */
function checkSecret(secret: unknown): string {
  if (typeof secret === "string" && secret.length >= 32) return secret;
  throw new ConfigurationError("secret: expected at least 32 random characters.");
}

function checkOrigins(origins: readonly unknown[] = []): ReadonlySet<string> {
  if (!Array.isArray(origins)) throw new ConfigurationError("origins must be an array.");
  for (const origin of origins)
    if (typeof origin !== "string" || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigurationError(`origins: ${JSON.stringify(origin)} must have the form https://app.example.com.`);
  return new Set(origins);
}
