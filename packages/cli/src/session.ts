/** The settings of a command, from flags and the environment. The client itself reads nothing from the environment. */
import { CallAnalysis, type ClientOptions } from "@call-analysis/sdk";
import packageJson from "../package.json" with { type: "json" };
import type { Context } from "./context.js";
import { CommandError, usageError } from "./errors.js";
import { canonicalAddress } from "./flag-values.js";
import type { FormatFlags } from "./output/data.js";
import { Reporter } from "./output/reporter.js";

/** The flags of most commands. */
export interface CommonFlags extends FormatFlags {
  baseUrl?: string;
  campaignBaseUrl?: string;
  journal?: string;
}

/** The flags of a command, a client for their service, and the streams. */
export interface Session<Flags extends CommonFlags = CommonFlags> {
  flags: Flags;
  context: Context;
  client: CallAnalysis;
  /** The base URL, in the spelling of `canonicalAddress`. */
  baseUrl: string;
  /** Reports progress on stderr. */
  reporter: Reporter;
}

/** @throws {CommandError} without a base URL or a key */
export function openSession<Flags extends CommonFlags>(
  flags: Flags,
  context: Context,
  { isForCampaigns = false }: { isForCampaigns?: boolean } = {},
): Session<Flags> {
  const { env, pauses: { poll, retryMs } = {} } = context;
  const baseUrl = canonicalAddress(flags.baseUrl ?? env.CALL_ANALYSIS_BASE_URL?.trim() ?? "");
  const campaignBaseUrl = canonicalAddress(flags.campaignBaseUrl ?? env.CALL_ANALYSIS_CAMPAIGN_BASE_URL?.trim() ?? "");
  if (baseUrl === "") throw usageError("--base-url is missing. Pass https://host/v1, or set CALL_ANALYSIS_BASE_URL.");
  if (isForCampaigns && campaignBaseUrl === "")
    throw usageError("--campaign-base-url is missing. Pass https://host, or set CALL_ANALYSIS_CAMPAIGN_BASE_URL.");
  const apiKey = env.CALL_ANALYSIS_API_KEY?.trim();
  const hint = "Set CALL_ANALYSIS_API_KEY.";
  if (!apiKey) throw new CommandError("authentication_missing", "There is no API key.", { hint });
  const reporter = new Reporter(context, flags);
  const client = new CallAnalysis({
    ...{ baseUrl, campaignBaseUrl, apiKey, ...logOf(reporter, env.CALL_ANALYSIS_LOG) },
    campaignApiKey: env.CALL_ANALYSIS_CAMPAIGN_API_KEY?.trim() || apiKey,
    userAgent: `call-analysis-cli/${packageJson.version}`,
    ...(poll && { poll }),
    ...(retryMs !== undefined && { retry: { initialDelayMs: retryMs } }),
  });
  return { flags, context, client, baseUrl, reporter };
}

/** Writes the client's log to stderr, because it is not data. */
function logOf(reporter: Reporter, level: string | undefined) {
  const log = (message: string) => reporter.say(message);
  const logger = { debug: log, info: log, warn: log, error: log };
  // The client refuses an unknown level.
  return level ? { logger, logLevel: level as ClientOptions["logLevel"] } : {};
}
