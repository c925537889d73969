/** `call-analysis config`: profiles. A key is typed unseen, piped in, or printed by a command; never a parameter. */
import { text } from "node:stream/consumers";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { canonicalAddress } from "../flag-values.js";
import { answerTo } from "../output/ask.js";
import { type FormatFlags, printList, type View } from "../output/data.js";
import { Reporter } from "../output/reporter.js";
import { changeProfiles, type Profile, profileNamed, profilesPath, readProfiles } from "../settings/profiles.js";

/** The flags of `config set`. */
export interface ConfigSetFlags {
  profile?: string;
  baseUrl?: string;
  campaignBaseUrl?: string;
  apiKeyStdin?: boolean;
  apiKeyCommand?: string;
}

/** Makes or changes a profile. What is not named stays as it is. */
export async function setProfile(flags: ConfigSetFlags, context: Context): Promise<void> {
  const { env } = context;
  const { current, profiles } = readProfiles(env);
  const name = flags.profile ?? current;
  checkName(name);
  const earlier = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  const addresses = addressesOf(flags, { earlier, context });
  const profile: Profile = { ...addresses, ...(await keyOf(flags, { earlier, context })) };
  const path = changeProfiles(env, (all) => {
    const isFirst = Object.keys(all.profiles).length === 0;
    return { current: isFirst ? name : all.current, profiles: { ...all.profiles, [name]: profile } };
  });
  new Reporter(context).say(`Saved the profile "${name}" in ${path}, which only you may read.`);
}

/** Lists the profiles, without their keys. */
export async function listProfiles(flags: FormatFlags, context: Context): Promise<void> {
  const { current, profiles } = readProfiles(context.env);
  const rows = Object.entries(profiles).map(([name, profile]) => rowOf(name, profile, name === current));
  await printList(rows, profileView, { context, flags });
  if (!flags.json) new Reporter(context).say(`${profilesPath(context.env)}`);
}

/** Chooses the profile that counts without `--profile`. */
export async function useProfile({ profile: name }: { profile?: string }, context: Context): Promise<void> {
  if (name === undefined) throw new UsageError("--profile is missing: the profile to use.");
  changeProfiles(context.env, (all) => {
    profileNamed(name, all);
    return { ...all, current: name };
  });
  new Reporter(context).say(`The profile "${name}" is used from now on.`);
}

/** Deletes a profile with its key. */
export async function deleteProfile({ profile: name }: { profile?: string }, context: Context): Promise<void> {
  if (name === undefined) throw new UsageError("--profile is missing: the profile to delete.");
  changeProfiles(context.env, (all) => {
    profileNamed(name, all);
    const { [name]: _, ...profiles } = all.profiles;
    const [first = "default"] = Object.keys(profiles);
    return { current: all.current === name ? first : all.current, profiles };
  });
  new Reporter(context).say(`Deleted the profile "${name}".`);
}

interface Sources {
  earlier: Profile | undefined;
  context: Context;
}

function addressesOf(
  { baseUrl, campaignBaseUrl }: ConfigSetFlags,
  { earlier, context }: Sources,
): Pick<Profile, "baseUrl" | "campaignBaseUrl"> {
  const base = baseUrl ?? earlier?.baseUrl ?? context.env.CALL_ANALYSIS_BASE_URL?.trim();
  const campaign = campaignBaseUrl ?? earlier?.campaignBaseUrl;
  if (!base) throw new UsageError("--base-url is missing: the service's address, such as https://host/v1.");
  return { baseUrl: base, ...(campaign && { campaignBaseUrl: campaign }) };
}

async function keyOf(
  { apiKeyStdin, apiKeyCommand, baseUrl, campaignBaseUrl }: ConfigSetFlags,
  { earlier, context }: Sources,
): Promise<Pick<Profile, "apiKey" | "apiKeyCommand">> {
  if (apiKeyCommand !== undefined) {
    if (apiKeyCommand.trim() !== "") return { apiKeyCommand };
    throw new UsageError("--api-key-command is empty.");
  }
  if (apiKeyStdin) return { apiKey: checkKey(await text(context.stdin)) };
  const { apiKey, apiKeyCommand: command } = earlier ?? {};
  // A key that was saved with an address is not sent to another one, unless it is given again.
  const isSame = (given: string | undefined, saved: string | undefined) =>
    given === undefined || saved === undefined || given === canonicalAddress(saved);
  const isForSameService =
    earlier?.baseUrl !== undefined &&
    isSame(baseUrl, earlier.baseUrl) &&
    isSame(campaignBaseUrl, earlier.campaignBaseUrl);
  if (isForSameService && apiKey !== undefined) return { apiKey };
  if (isForSameService && command !== undefined) return { apiKeyCommand: command };
  if (context.stdin.isTTY && context.stderr.isTTY)
    return {
      apiKey: checkKey(await answerTo("API key: ", { context, isUnseen: true, otherwise: "Nothing was saved." })),
    };
  throw new UsageError("There is no terminal to ask for the key in.", {
    hint: "Pipe it in with --api-key-stdin, or pass --api-key-command with a command that prints it.",
  });
}

/** @throws {UsageError} that does not show the key */
function checkKey(given: string): string {
  const key = given.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError("The key must be one word of visible ASCII characters.");
}

function checkName(name: string): void {
  if (/^[\w.-]{1,40}$/.test(name) && name !== "__proto__") return;
  throw new UsageError("--profile must be a name of letters, digits, dots, dashes and underscores.");
}

function rowOf(name: string, profile: Profile, current: boolean) {
  const { baseUrl = "", campaignBaseUrl = "", apiKey, apiKeyCommand } = profile;
  const key = apiKey !== undefined ? "stored" : apiKeyCommand !== undefined ? "by command" : "none";
  return { name, current, baseUrl, campaignBaseUrl, key };
}

const profileView: View<ReturnType<typeof rowOf>> = {
  columns: [
    { title: "Profile", isWhole: true },
    { title: "In use" },
    { title: "Service" },
    { title: "Key", isWhole: true },
  ],
  cells: ({ name, current, baseUrl, key }) => [name, current ? "yes" : "", baseUrl, key],
};
