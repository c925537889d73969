/** How a run ends early: create requests in flight finish first; a second request ends everything at once. */
import type { Context } from "../context.js";

/**
 * A person asked for the end, and may insist by asking again; or the terminal is gone. The shell, the system and the terminal's
 * stream all report a lost terminal, so a second report adds nothing.
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

/** Ends one run. */
export class Interruption {
  /** Aborted first: creations on the wire are finished, and nothing else. */
  readonly stopping = new AbortController();
  /** Aborted to end everything. */
  readonly ending = new AbortController();
  /** Whether somebody, or the system, asked for the end. */
  isAsked = false;
  /** The error after which nothing else can succeed. */
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
