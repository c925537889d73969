/**
 * How a run ends early. At first no input is taken and no creation begins; the creations that are on the wire get time to
 * be answered, so that none is left uncertain. Then the rest is aborted.
 */
import type { Context } from "../context.js";
import { InterruptedError } from "../errors.js";

/** How long creations on the wire may take, in milliseconds. */
const graceMs = 10_000;

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
  readonly #idle: (graceMs: number) => Promise<void>;
  #reason: Error | undefined;

  /** @param idle resolves when no creation is on the wire, or after so many milliseconds */
  constructor(idle: (graceMs: number) => Promise<void>) {
    this.#idle = idle;
  }

  /** Aborted first: no more inputs, no more creations. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Aborted when no creation is on the wire. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Why the run ends early: somebody or the system asked, or an error after which nothing else can succeed. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Asks for the end; when somebody asks a second time it is at once. */
  async end(reason: Error): Promise<void> {
    if (this.#reason) {
      if (reason instanceof InterruptedError) this.#ending.abort();
      return;
    }
    this.#reason = reason;
    this.#stopping.abort();
    await this.#idle(graceMs);
    this.#ending.abort();
  }

  /** Listens for signals until the returned function is called. */
  listen(context: Pick<Context, "signals" | "stderr">, onFirst: () => void): () => void {
    return onEndRequest(context, (request) => {
      if (this.#reason && request === "terminal gone") return;
      if (!this.#reason) onFirst();
      void this.end(new InterruptedError("Interrupted."));
    });
  }
}
