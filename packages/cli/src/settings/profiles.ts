/** The file of profiles: addresses, and keys or the commands that give them. Only its owner may read it. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCodeOf, UsageError } from "../errors.js";
import { messageOf } from "../output/error-text.js";
import { whileLocked } from "../sqlite.js";
import { userFolder } from "./user-folder.js";

/** A service, and how to get the key for it. */
export interface Profile {
  baseUrl?: string;
  campaignBaseUrl?: string;
  apiKey?: string;
  /** A command of the shell that prints the key, such as that of a password manager. */
  apiKeyCommand?: string;
}

/** What the file holds. */
export interface Profiles {
  /** The one that counts without `--profile`. */
  current: string;
  profiles: Record<string, Profile>;
}

/** Where the profiles are: `XDG_CONFIG_HOME`, or `~/.config`. */
export function profilesPath(env: NodeJS.ProcessEnv): string {
  return join(userFolder("XDG_CONFIG_HOME", env), "config.json");
}

/**
 * Reads the file; without one there are no profiles.
 *
 * @throws {UsageError} when others may read it, or it is not what this version writes
 */
export function readProfiles(env: NodeJS.ProcessEnv): Profiles {
  const path = profilesPath(env);
  try {
    const text = readFileSync(path, "utf8");
    checkMode(path);
    return parseProfiles(text, path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (systemCodeOf(error) === "ENOENT") return { current: "default", profiles: {} };
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

/**
 * Changes the file as a whole, or not at all. Several commands at once change it one after the other.
 *
 * @returns the file's path
 */
export function changeProfiles(env: NodeJS.ProcessEnv, change: (profiles: Profiles) => Profiles): string {
  const path = profilesPath(env);
  const copy = `${path}.${process.pid}.new`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    whileLocked(`${path}.lock`, () => {
      const changed = { version: 1, ...change(readProfiles(env)) };
      writeFileSync(copy, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600 });
      chmodSync(copy, 0o600);
      renameSync(copy, path);
    });
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    rmSync(copy, { force: true });
    throw new UsageError(`${path} cannot be written: ${messageOf(cause)}.`, { cause });
  }
  return path;
}

/** @throws {UsageError} for a name that the file does not have */
export function profileNamed(name: string, { profiles }: Profiles): Profile {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  const names = Object.keys(profiles);
  const known = names.length > 0 ? `There are: ${names.join(", ")}.` : "There is none yet.";
  throw new UsageError(`--profile: there is no profile "${name}". ${known}`, {
    hint: `Make it with: call-analysis config set --profile ${name}`,
  });
}

function checkMode(path: string): void {
  const { mode } = statSync(path);
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  throw new UsageError(`${path} has keys, and other users may read it.`, { hint: `Run: chmod 600 ${path}` });
}

function parseProfiles(text: string, path: string): Profiles {
  let bad = "its text is not JSON of this version";
  try {
    const { version, current, profiles } = JSON.parse(text);
    const isKnown = version === 1 && typeof current === "string" && isRecord(profiles);
    const broken = Object.keys(isRecord(profiles) ? profiles : {}).find((name) => !isProfile(profiles[name]));
    if (broken !== undefined) bad = `its profile ${JSON.stringify(broken)} is not made of texts`;
    // Each profile was looked at.
    else if (isKnown) return { current, profiles: profiles as Record<string, Profile> };
  } catch {
    // The parser's message would quote the file, and with it a key.
  }
  throw new UsageError(`${path} is not a file of profiles: ${bad}.`, {
    hint: "Mend it, or delete it and run: call-analysis config set",
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isProfile(value: unknown): value is Profile {
  return isRecord(value) && Object.values(value).every((field) => typeof field === "string");
}
