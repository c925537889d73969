/** Ends a run early. Create requests in flight finish first. A second interruption ends everything at once. */
import type { Context } from "../context.js";

/**
 * The reason to end a run. A person may ask again, to insist. If the terminal is lost, the shell, the system and the
 * terminal's stream may all report it, so a second report adds nothing.
 */
export type EndRequest = "asked" | "terminal gone";

/** Listens until the returned function is called. */
export function onEndRequest(
  { signals, stderr }: Pick<Context, "signals" | "stderr">,
  listener: (request: EndRequest) => void,
): () => void {
  const asked = () => listener("asked");
  const gone = () => listener("terminal gone");
  for (const name of ["SIGINT", "SIGTERM"] as const) signals.on(name, asked);
  signals.on("SIGHUP", gone);
  // A pipe or a file that takes nothing is no reason to end.
  if (stderr.isTTY) stderr.on("error", gone);
  if (stderr.isTTY && stderr.errored) gone();
  return () => {
    for (const name of ["SIGINT", "SIGTERM"] as const) signals.off(name, asked);
    signals.off("SIGHUP", gone);
    stderr.off("error", gone);
  };
}

/** The interruption of one run. */
export class Interruption {
  /** Aborted first. Create requests in flight finish, and nothing else starts. */
  readonly stopping = new AbortController();
  /** Aborted to end everything. */
  readonly ending = new AbortController();
  /** Whether a person or the system interrupted the run. */
  isAsked = false;
  /** The error that makes everything else fail, too. */
  reason: Error | undefined;

  /** Ends the run because of an error. */
  fail(reason: Error): void {
    this.reason ??= reason;
    this.stopping.abort();
  }

  /** Listens for signals until the returned function is called. */
  listen(context: Pick<Context, "signals" | "stderr">, onFirst: () => void): () => void {
    return onEndRequest(context, (request) => {
      if (!this.isAsked) onFirst();
      else if (request === "asked") this.ending.abort();
      this.isAsked = true;
      this.stopping.abort();
    });
  }
}
