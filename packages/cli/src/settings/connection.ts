/** From flags and the environment to a client. Nothing is left to the client to read from the environment. */
import { CallAnalysis, type ClientOptions } from "@call-analysis/sdk";
import packageJson from "../../package.json" with { type: "json" };
import type { Context } from "../context.js";
import { AuthenticationMissingError, UsageError } from "../errors.js";
import { canonicalAddress } from "../flag-values.js";
import { Reporter } from "../output/reporter.js";

/** The flags that say which service. */
export interface ConnectionFlags {
  baseUrl?: string;
  campaignBaseUrl?: string;
  json?: boolean;
}

/** A client, and the service that it is of. */
export interface Connection {
  client: CallAnalysis;
  /** As `canonicalAddress` spells it. */
  baseUrl: string;
  /** Of the external interface. */
  apiKey: string;
}

/** @throws {UsageError} without an address @throws {AuthenticationMissingError} without a key */
export function connect(
  flags: ConnectionFlags,
  context: Context,
  { isForCampaigns = false }: { isForCampaigns?: boolean } = {},
): Connection {
  const { env, pauses: { poll, retryMs } = {} } = context;
  const target = targetOf(flags, env);
  if (isForCampaigns && target.campaignBaseUrl === "") {
    throw new UsageError("--campaign-base-url is missing: the campaign interface's address, such as https://host.", {
      hint: "Pass it, or set CALL_ANALYSIS_CAMPAIGN_BASE_URL.",
    });
  }
  const userAgent = `call-analysis-cli/${packageJson.version}`;
  const retry = retryMs === undefined ? {} : { retry: { initialDelayMs: retryMs } };
  const client = new CallAnalysis({ ...target, userAgent, ...(poll && { poll }), ...retry, ...logOf(flags, context) });
  return { client, baseUrl: target.baseUrl, apiKey: target.apiKey };
}

/** An address that is missing is empty: the client would read one that is undefined from the environment. */
function targetOf(flags: ConnectionFlags, env: NodeJS.ProcessEnv) {
  const baseUrl = canonicalAddress(flags.baseUrl ?? env.CALL_ANALYSIS_BASE_URL?.trim() ?? "");
  const campaignBaseUrl = canonicalAddress(flags.campaignBaseUrl ?? env.CALL_ANALYSIS_CAMPAIGN_BASE_URL?.trim() ?? "");
  if (baseUrl === "") {
    throw new UsageError("--base-url is missing: the service's address, such as https://host/v1.", {
      hint: "Pass it, or set CALL_ANALYSIS_BASE_URL.",
    });
  }
  const apiKey = env.CALL_ANALYSIS_API_KEY?.trim();
  if (!apiKey) throw new AuthenticationMissingError("There is no API key.", { hint: "Set CALL_ANALYSIS_API_KEY." });
  const campaignApiKey = env.CALL_ANALYSIS_CAMPAIGN_API_KEY?.trim() || apiKey;
  return { baseUrl, campaignBaseUrl, apiKey, campaignApiKey };
}

/** The client's log lines are no data. */
function logOf(flags: ConnectionFlags, context: Context) {
  const level = context.env.CALL_ANALYSIS_LOG;
  if (!level) return {};
  const reporter = new Reporter(context, flags);
  const log = (message: string) => reporter.say(message);
  // The client refuses an unknown level.
  return { logger: { debug: log, info: log, warn: log, error: log }, logLevel: level as ClientOptions["logLevel"] };
}
