/** From flags and the environment to a client. Nothing is left to the client to read from the environment. */
import { CallAnalysis, type ClientOptions } from "@call-analysis/sdk";
import packageJson from "../package.json" with { type: "json" };
import type { Context } from "./context.js";
import { CommandError, usageError } from "./errors.js";
import { canonicalAddress } from "./flag-values.js";
import { Reporter } from "./output/reporter.js";

/** The flags that say which service. */
export interface ConnectionFlags {
  baseUrl?: string;
  campaignBaseUrl?: string;
  json?: boolean;
}

/** A client, and the address of its service as `canonicalAddress` spells it. */
export interface Connection {
  client: CallAnalysis;
  baseUrl: string;
}

/** @throws {CommandError} without an address or a key */
export function connect(
  flags: ConnectionFlags,
  context: Context,
  { isForCampaigns = false }: { isForCampaigns?: boolean } = {},
): Connection {
  const { env, pauses: { poll, retryMs } = {} } = context;
  const baseUrl = canonicalAddress(flags.baseUrl ?? env.CALL_ANALYSIS_BASE_URL?.trim() ?? "");
  const campaignBaseUrl = canonicalAddress(flags.campaignBaseUrl ?? env.CALL_ANALYSIS_CAMPAIGN_BASE_URL?.trim() ?? "");
  if (baseUrl === "") throw missing("--base-url", "https://host/v1");
  if (isForCampaigns && campaignBaseUrl === "") throw missing("--campaign-base-url", "https://host");
  const apiKey = env.CALL_ANALYSIS_API_KEY?.trim();
  const hint = "Set CALL_ANALYSIS_API_KEY.";
  if (!apiKey) throw new CommandError("authentication_missing", "There is no API key.", { hint });
  const client = new CallAnalysis({
    ...{ baseUrl, campaignBaseUrl, apiKey, ...logOf(flags, context) },
    campaignApiKey: env.CALL_ANALYSIS_CAMPAIGN_API_KEY?.trim() || apiKey,
    userAgent: `call-analysis-cli/${packageJson.version}`,
    ...(poll && { poll }),
    ...(retryMs !== undefined && { retry: { initialDelayMs: retryMs } }),
  });
  return { client, baseUrl };
}

function missing(flag: string, example: string): CommandError {
  const variable = `CALL_ANALYSIS_${flag.slice(2).replaceAll("-", "_").toUpperCase()}`;
  return usageError(`${flag} is missing: an address such as ${example}.`, { hint: `Pass it, or set ${variable}.` });
}

/** The client's log lines are no data. */
function logOf(flags: ConnectionFlags, context: Context) {
  const level = context.env.CALL_ANALYSIS_LOG;
  const reporter = new Reporter(context, flags);
  const log = (message: string) => reporter.say(message);
  const logger = { debug: log, info: log, warn: log, error: log };
  // The client refuses an unknown level.
  return level ? { logger, logLevel: level as ClientOptions["logLevel"] } : {};
}
