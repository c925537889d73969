/** A lock that is a file: one process at a time holds it. */
import { randomUUID } from "node:crypto";
import { link, readFile, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { isMissing } from "../../adapters/files/durable-file.js";

/** Who holds a lock, as its file says. */
interface Holder {
  /** Of this acquisition. */
  id: string;
  host: string;
  processId: number;
  /** When the process started, where Linux tells: its number may belong to another one by now. */
  startedAt: string | null;
}

/** Gives a lock back. */
export type Release = () => Promise<void>;

/**
 * Takes a lock. One whose process is gone from this host is taken over.
 *
 * @param path the lock's file
 * @param subject what the lock is for, as the error names it
 * @throws {Error} which names the process that holds it, and says what to do
 */
export async function takeLock(path: string, subject: string): Promise<Release> {
  const holder: Holder = {
    id: randomUUID(),
    host: hostname(),
    processId: process.pid,
    startedAt: await startOf(process.pid),
  };
  const own = `${path}-${holder.id}`;
  try {
    // Linked when it is complete: nobody finds a lock that does not say whose it is.
    await writeFile(own, JSON.stringify(holder), { flag: "wx" });
    await acquire(path, { own, subject });
  } finally {
    await unlink(own).catch(() => {});
  }
  return async () => {
    if ((await holderOf(path))?.id === holder.id) await unlink(path);
  };
}

/** Of several processes that find the lock of one that is gone, the one that gets a second lock removes the first. */
async function acquire(path: string, options: { own: string; subject: string }): Promise<void> {
  while (!(await isLinked(options.own, path))) {
    const holder = await holderOf(path);
    if (!holder) continue;
    if (!(await isGone(holder))) throw new Error(heldBy(holder, path, options.subject));
    const removal = `${path}.${holder.id}`;
    await acquire(removal, options);
    try {
      if ((await holderOf(path))?.id === holder.id) await unlink(path);
    } finally {
      await unlink(removal);
    }
  }
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Undefined when there is no lock any more. */
async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new Error(`The lock ${path} cannot be read. Delete it when no other process uses the state.`, { cause });
  }
}

/** Whether a holder has certainly ended. What runs on another host cannot be seen. */
async function isGone({ host, processId, startedAt }: Holder): Promise<boolean> {
  if (host !== hostname()) return false;
  if (!isRunning(processId)) return true;
  const runningSince = await startOf(processId);
  return startedAt !== null && runningSince !== null && runningSince !== startedAt;
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** The boot and the time since it, or "gone" for a process that has ended and is still listed; null where nothing tells. */
async function startOf(processId: number): Promise<string | null> {
  try {
    const [boot, text] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readFile(`/proc/${processId}/stat`, "utf8"),
    ]);
    // The name of the program, in brackets, may have spaces and brackets of its own.
    const [state, ...fields] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? "gone" : `${boot.trim()} ${fields[18]}`;
  } catch {
    return null;
  }
}

function heldBy({ processId, host }: Holder, path: string, subject: string): string {
  const where = host === hostname() ? "" : ` of the host ${host}`;
  return `${subject} is in use by process ${processId}${where}. End that process, or pass another --state file. If it is gone, delete ${path}.`;
}
