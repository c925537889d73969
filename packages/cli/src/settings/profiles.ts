/** The file of profiles: addresses, and keys or the commands that give them. Only its owner may read it. */
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { UsageError } from "../errors.js";

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
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "call-analysis", "config.json");
}

/**
 * Reads the file; without one there are no profiles.
 *
 * @throws {UsageError} when others may read it, or it is no JSON
 */
export async function readProfiles(env: NodeJS.ProcessEnv): Promise<Profiles> {
  const path = profilesPath(env);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new UsageError(`${path} cannot be read: ${error.message}.`, { cause: error });
  });
  if (text === undefined) return { current: "default", profiles: {} };
  await checkMode(path);
  return parseProfiles(text, path);
}

/** Writes the file as a whole, or not at all. */
export async function writeProfiles(profiles: Profiles, env: NodeJS.ProcessEnv): Promise<string> {
  const path = profilesPath(env);
  const copy = `${path}.${process.pid}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(copy, `${JSON.stringify({ version: 1, ...profiles }, null, 2)}\n`, { mode: 0o600 });
    await chmod(copy, 0o600);
    await rename(copy, path);
  } catch (cause) {
    await rm(copy, { force: true });
    throw new UsageError(`${path} cannot be written: ${cause instanceof Error ? cause.message : cause}.`, { cause });
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

async function checkMode(path: string): Promise<void> {
  const { mode } = await stat(path);
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  throw new UsageError(`${path} has keys, and other users may read it.`, { hint: `Run: chmod 600 ${path}` });
}

function parseProfiles(text: string, path: string): Profiles {
  try {
    const { version, current, profiles } = JSON.parse(text);
    const isKnown = version === 1 && typeof current === "string" && typeof profiles === "object" && profiles !== null;
    if (isKnown) return { current, profiles };
  } catch {
    // The parser's message would quote the file, and with it a key.
  }
  throw new UsageError(`${path} is no file of profiles of this version.`, {
    hint: "Delete it, and run: call-analysis config set",
  });
}
