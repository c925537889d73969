/** How a run ends early: at first the creations on the wire are finished; when somebody insists, all ends at once. */
import type { Context } from "../context.js";

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

/** Ends one run. */
export class Interruption {
  readonly #stopping = new AbortController();
  readonly #ending = new AbortController();
  #isAsked = false;
  #reason: Error | undefined;

  /** Aborted first: creations on the wire are finished, and nothing else. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Aborted to end everything. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether somebody, or the system, asked for the end. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** The error after which nothing else can succeed. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Ends the run because of an error. */
  fail(reason: Error): void {
    this.#reason ??= reason;
    this.#stopping.abort();
  }

  /** Listens for signals until the returned function is called. */
  listen(context: Pick<Context, "signals" | "stderr">, onFirst: () => void): () => void {
    return onEndRequest(context, (request) => {
      const isSecond = this.#isAsked;
      this.#isAsked = true;
      if (!isSecond) onFirst();
      this.#stopping.abort();
      if (isSecond && request === "asked") this.#ending.abort();
    });
  }
}
