/** What asks the command to end: a signal, or the loss of its terminal. */
import type { Context } from "./context.js";

/**
 * Somebody asked, and may ask again to insist; or the terminal is gone. That is told by the shell, by the system and by
 * the terminal's stream, so that a second time says nothing new.
 */
export type EndRequest = "asked" | "terminal gone";

/** Listens until the returned function is called. */
export function onEndRequest(
  { signals, stderr }: Pick<Context, "signals" | "stderr">,
  listener: (request: EndRequest) => void,
): () => void {
  const asked = () => listener("asked");
  const gone = () => listener("terminal gone");
  const listeners = { SIGINT: asked, SIGTERM: asked, SIGHUP: gone } as const;
  const names = Object.keys(listeners) as (keyof typeof listeners)[];
  for (const name of names) signals.on(name, listeners[name]);
  // A pipe or a file that takes nothing is no reason to end.
  const isTerminal = stderr.isTTY === true;
  if (isTerminal) stderr.on("error", gone);
  if (isTerminal && stderr.errored) gone();
  return () => {
    for (const name of names) signals.off(name, listeners[name]);
    stderr.off("error", gone);
  };
}
