/**
 * From flags, environment and profiles to a client. A saved key goes to the addresses that it was saved with, and to no
 * other. Nothing is left to the client to read from the environment.
 */
import { execFile } from "node:child_process";
import { CallAnalysis, type ClientOptions } from "@call-analysis/sdk";
import packageJson from "../../package.json" with { type: "json" };
import type { Context } from "../context.js";
import { AuthenticationMissingError, UsageError } from "../errors.js";
import { canonicalAddress } from "../flag-values.js";
import { Reporter } from "../output/reporter.js";
import { noteKeySource } from "./key-source.js";
import { type Profile, profileNamed, readProfiles } from "./profiles.js";

/** The flags that say which service. */
export interface ConnectionFlags {
  profile?: string;
  baseUrl?: string;
  campaignBaseUrl?: string;
  json?: boolean;
}

/** A client, and the service that it is of. */
export interface Connection {
  client: CallAnalysis;
  /** As `canonicalAddress` spells it. */
  baseUrl: string;
}

/**
 * @param options.campaign whether the campaign interface is used
 * @throws {UsageError} without an address @throws {AuthenticationMissingError} without a key
 */
export async function connect(
  flags: ConnectionFlags,
  context: Context,
  { campaign = false }: { campaign?: boolean } = {},
): Promise<Connection> {
  const { env, pauses: { poll, retryMs } = {} } = context;
  const { profiles, current } = readProfiles(env);
  const inUse = Object.hasOwn(profiles, current) ? profiles[current] : undefined;
  const profile = flags.profile === undefined ? inUse : profileNamed(flags.profile, { profiles, current });
  // With --profile the environment does not count.
  const target = await targetOf(flags, {
    profile,
    profileName: flags.profile ?? current,
    env: flags.profile === undefined ? env : {},
    shellEnv: env,
    campaign,
  });
  const userAgent = `call-analysis-cli/${packageJson.version}`;
  const retry = retryMs === undefined ? {} : { retry: { initialDelayMs: retryMs } };
  const client = new CallAnalysis({ ...target, userAgent, ...(poll && { poll }), ...retry, ...logOf(flags, context) });
  return { client, baseUrl: target.baseUrl };
}

interface Sources {
  profile: Profile | undefined;
  profileName: string;
  /** What addresses and keys may come from. */
  env: NodeJS.ProcessEnv;
  /** What a command that prints a key gets. */
  shellEnv: NodeJS.ProcessEnv;
  campaign: boolean;
}

/** An address that is missing is empty: the client would read one that is undefined from the environment. */
async function targetOf(flags: ConnectionFlags, { profile, profileName, env, shellEnv, campaign }: Sources) {
  const find = (name: "baseUrl" | "campaignBaseUrl", variable: string): string =>
    canonicalAddress(flags[name] ?? (env[variable]?.trim() || profile?.[name] || ""));
  const baseUrl = find("baseUrl", "CALL_ANALYSIS_BASE_URL");
  const campaignBaseUrl = find("campaignBaseUrl", "CALL_ANALYSIS_CAMPAIGN_BASE_URL");
  if (baseUrl === "") {
    throw new UsageError("--base-url is missing: the service's address, such as https://host/v1.", {
      hint: "Pass it, set CALL_ANALYSIS_BASE_URL, or run: call-analysis config set",
    });
  }
  const apiKey = env.CALL_ANALYSIS_API_KEY?.trim();
  if (apiKey) {
    const ofCampaigns = env.CALL_ANALYSIS_CAMPAIGN_API_KEY?.trim();
    noteKeySource({ variable: campaign && ofCampaigns ? "CALL_ANALYSIS_CAMPAIGN_API_KEY" : "CALL_ANALYSIS_API_KEY" });
    return { baseUrl, campaignBaseUrl, apiKey, campaignApiKey: ofCampaigns || apiKey };
  }
  if (profile?.apiKey === undefined && profile?.apiKeyCommand === undefined) {
    throw new AuthenticationMissingError("There is no API key.", {
      hint: "Set CALL_ANALYSIS_API_KEY, or store the key with: call-analysis config set",
    });
  }
  checkAddress("--base-url", baseUrl, profile.baseUrl);
  if (campaign) checkAddress("--campaign-base-url", campaignBaseUrl, profile.campaignBaseUrl);
  noteKeySource({ profile: profileName, isPrinted: profile.apiKey === undefined });
  const saved = profile.apiKey ?? (await printedBy(profile.apiKeyCommand ?? "", shellEnv));
  return { baseUrl, campaignBaseUrl: campaign ? campaignBaseUrl : "", apiKey: saved, campaignApiKey: saved };
}

/** @throws {UsageError} when a key was not saved with the address that it would go to */
function checkAddress(flag: string, address: string, ofProfile: string | undefined): void {
  if (address === "" || (ofProfile !== undefined && canonicalAddress(ofProfile) === address)) return;
  const saved = ofProfile === undefined ? "was saved without such an address" : `is for ${ofProfile}`;
  throw new UsageError(`${flag} is ${address}, and the profile's key ${saved}.`, {
    hint: `Set CALL_ANALYSIS_API_KEY to the key of that service, or save it: call-analysis config set ${flag} ${address}`,
  });
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

/** What a command of the shell prints. */
function printedBy(command: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [shell, flag] = process.platform === "win32" ? ["cmd.exe", "/c"] : ["/bin/sh", "-c"];
  return new Promise((resolve, reject) => {
    // What it prints may be part of a key, so no error quotes it.
    execFile(shell, [flag, command], { env, timeout: 60_000, maxBuffer: 65_536 }, (error, stdout) => {
      const key = stdout.trim();
      if (error || key === "") reject(commandFailed(error?.code));
      else resolve(key);
    });
  });
}

function commandFailed(code: unknown): AuthenticationMissingError {
  const why = code === undefined ? "printed nothing" : `ended with ${code}`;
  return new AuthenticationMissingError(`The profile's apiKeyCommand ${why}, so there is no API key.`, {
    hint: "Run it in your shell to see why, or change it with: call-analysis config set --api-key-command …",
  });
}
