/** From flags, environment and profiles to a client. A key goes to the service that it was stored for, and to no other. */
import { execFile } from "node:child_process";
import { CallAnalysis } from "@call-analysis/sdk";
import packageJson from "../../package.json" with { type: "json" };
import type { Context } from "../context.js";
import { AuthenticationMissingError, UsageError } from "../errors.js";
import { type Profile, profileNamed, readProfiles } from "./profiles.js";

/** The flags that say which service. */
export interface ConnectionFlags {
  profile?: string;
  baseUrl?: string;
  campaignBaseUrl?: string;
}

/** A client, and the service that it is of. */
export interface Connection {
  client: CallAnalysis;
  baseUrl: string;
}

/** @throws {UsageError} without an address @throws {AuthenticationMissingError} without a key */
export async function connect(flags: ConnectionFlags, context: Context): Promise<Connection> {
  const { env, pauses: { poll } = {} } = context;
  const profiles = await readProfiles(env);
  const profile =
    flags.profile === undefined ? profiles.profiles[profiles.current] : profileNamed(flags.profile, profiles);
  const addresses = addressesOf(flags, { profile, env });
  const apiKey = await keyOf(flags, { profile, env, ...addresses });
  const userAgent = `call-analysis-cli/${packageJson.version}`;
  return {
    client: new CallAnalysis({ apiKey, ...addresses, userAgent, ...(poll && { poll }) }),
    baseUrl: addresses.baseUrl,
  };
}

interface Sources {
  profile: Profile | undefined;
  env: NodeJS.ProcessEnv;
}

/** The service's address, without which there is nothing to do. */
function addressesOf(
  flags: ConnectionFlags,
  { profile = {}, env }: Sources,
): { baseUrl: string; campaignBaseUrl?: string } {
  const find = (name: "baseUrl" | "campaignBaseUrl", variable: string): string | undefined =>
    flags[name] ?? (flags.profile === undefined ? env[variable]?.trim() || profile[name] : profile[name]);
  const baseUrl = find("baseUrl", "CALL_ANALYSIS_BASE_URL");
  const campaignBaseUrl = find("campaignBaseUrl", "CALL_ANALYSIS_CAMPAIGN_BASE_URL");
  if (baseUrl) return { baseUrl, ...(campaignBaseUrl && { campaignBaseUrl }) };
  throw new UsageError("--base-url is missing: the service's address, such as https://host/v1.", {
    hint: "Pass it, set CALL_ANALYSIS_BASE_URL, or run: call-analysis config set",
  });
}

interface KeySources extends Sources {
  baseUrl: string;
  campaignBaseUrl?: string;
}

async function keyOf(flags: ConnectionFlags, { profile, env, baseUrl, campaignBaseUrl }: KeySources): Promise<string> {
  const ofEnvironment = env.CALL_ANALYSIS_API_KEY?.trim();
  if (ofEnvironment && flags.profile === undefined) return ofEnvironment;
  const hasKey = profile?.apiKey !== undefined || profile?.apiKeyCommand !== undefined;
  if (!profile || !hasKey) {
    if (ofEnvironment) return ofEnvironment;
    throw new AuthenticationMissingError("There is no API key.", {
      hint: "Set CALL_ANALYSIS_API_KEY, or store the key with: call-analysis config set",
    });
  }
  checkAddress("--base-url", baseUrl, profile.baseUrl);
  if (campaignBaseUrl !== undefined) checkAddress("--campaign-base-url", campaignBaseUrl, profile.campaignBaseUrl);
  return profile.apiKey ?? printedBy(profile.apiKeyCommand ?? "", env);
}

function checkAddress(flag: string, address: string, ofProfile: string | undefined): void {
  if (ofProfile === undefined || address === ofProfile) return;
  throw new UsageError(`${flag} is ${address}, and the profile's key is for ${ofProfile}.`, {
    hint: "Set CALL_ANALYSIS_API_KEY to the key of that service, or choose its profile with --profile.",
  });
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
