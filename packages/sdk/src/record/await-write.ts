/** How long a flow waits for what it writes to a record of creations: also a little after its caller has left. */
import { type Within, withinGrace } from "../request/deadline.js";
import type { Log } from "../request/log.js";

/** Waits for a write as long as the caller does, and a little longer when the caller has left. */
export async function awaitWrite(what: string, writing: Promise<void>, within: Within): Promise<void> {
  const work = () => writing;
  await within(what, work).catch(() => withinGrace(what, work));
}

/** The same for a write whose failure is only logged: it must not hide what was done. */
export async function tryWrite(
  what: string,
  write: () => Promise<void>,
  { within, log }: { within: Within; log: Log },
): Promise<void> {
  try {
    await awaitWrite(what, write(), within);
  } catch (error) {
    log("warn", `${what} could not be written. ${error}`);
  }
}
