/** A lock that is a file: one holder at a time among the processes of this machine. For servers only. */
import { randomUUID } from "node:crypto";
import { link, readFile, readlink, realpath, rm, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { ConfigurationError } from "../errors/request-errors.js";

/** Who holds a lock, as its file says. */
interface Owner {
  /** Of this acquisition. */
  id: string;
  host: string;
  process: number;
  /** What Linux tells besides: the boot, the namespace of process numbers, and when the process started. */
  boot?: string | undefined;
  namespace?: string | undefined;
  started?: string | undefined;
}

/** Gives a lock back. */
export type ReleaseLock = () => Promise<void>;

/**
 * Takes the lock of a file. A lock whose process is gone from this machine is taken over; one of another host never is.
 *
 * @throws {ConfigurationError} that names the file and the process that holds it, or says why there can be no lock here
 */
export async function lockFile(path: string): Promise<ReleaseLock> {
  const lock = `${path}.lock`;
  const me = await thisProcess();
  const file = `${lock}-${me.id}`;
  try {
    // A link comes into being with its content: nobody sees a lock that does not say whose it is.
    await writeFile(file, JSON.stringify(me), { flag: "wx", mode: 0o600 });
    await acquire(lock, { path, me, file });
  } catch (cause) {
    throw ConfigurationError.is(cause) ? cause : notWritable(path, cause);
  } finally {
    await unlink(file).catch(() => undefined);
  }
  return async () => {
    // Somebody may have deleted it.
    if ((await ownerOf(lock))?.id === me.id) await rm(lock, { force: true });
  };
}

/**
 * The file itself: two links to one file are one journal.
 *
 * @throws {ConfigurationError} when a folder on the way cannot be read
 */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path).catch(async () => join(await realpath(dirname(path)), basename(path)));
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

function notWritable(path: string, cause: unknown): ConfigurationError {
  return new ConfigurationError(
    `journal: ${path} cannot be written. Pass a path in a folder that exists, may be written and has room.`,
    { cause },
  );
}

interface Contender {
  path: string;
  me: Owner;
  /** Has the owner's text. */
  file: string;
}

/** Only who holds the lock named after a dead owner may remove that owner's lock: so two cannot take it over at once. */
async function acquire(lock: string, contender: Contender): Promise<void> {
  while (!(await isLinked(contender.file, lock))) {
    const owner = await ownerOf(lock);
    if (!owner) continue;
    if (!(await isGone(owner, contender.me))) throw heldBy(owner, lock, contender);
    const successor = `${lock}.${owner.id}`;
    await acquire(successor, contender);
    try {
      if ((await ownerOf(lock))?.id === owner.id) await unlink(lock);
    } finally {
      await unlink(successor);
    }
  }
}

async function isLinked(file: string, lock: string): Promise<boolean> {
  try {
    await link(file, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Undefined when there is no lock any more. */
async function ownerOf(lock: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(lock, "utf8"));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ConfigurationError(`journal: ${lock} cannot be read. Delete it if no process uses the journal.`, {
      cause,
    });
  }
}

/** Whether the owner's process has certainly ended. */
async function isGone(owner: Owner, me: Owner): Promise<boolean> {
  if (owner.host !== me.host) return false;
  if (owner.boot !== me.boot) return true;
  // Another container: its processes cannot be seen from here.
  if (owner.namespace !== me.namespace) return false;
  if (!isRunning(owner.process)) return true;
  const started = await startOf(owner.process);
  return started !== undefined && started !== owner.started;
}

function isRunning(process: number): boolean {
  try {
    globalThis.process.kill(process, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

async function thisProcess(): Promise<Owner> {
  const [boot, namespace, started] = await Promise.all([
    readFile("/proc/sys/kernel/random/boot_id", "utf8").then((text) => text.trim(), none),
    readlink("/proc/self/ns/pid").catch(none),
    startOf(process.pid),
  ]);
  return { id: randomUUID(), host: hostname(), process: process.pid, boot, namespace, started };
}

/** When a process started, as Linux tells it: its number may belong to another one by now. "gone" for one that has only not been collected yet. */
async function startOf(process: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${process}/stat`, "utf8").catch(none);
  // The name before the fields may have spaces and brackets of its own.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields && (fields[0] === "Z" ? "gone" : fields[19]);
}

function none(): undefined {
  return undefined;
}

function heldBy({ process, host }: Owner, lock: string, { path, me }: Contender): ConfigurationError {
  const holder = process === me.process && host === me.host ? `this process, ${process},` : `process ${process}`;
  return new ConfigurationError(
    `journal: ${path} is in use by ${holder} of host ${host}. A journal has one user at a time: wait for its end, or close() it there. If that process is gone, delete ${lock}.`,
  );
}
