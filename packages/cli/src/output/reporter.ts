/** Reports the progress of a batch on stderr. In a terminal, also with one live line. */
import { type Context, isLive } from "../context.js";
import type { FormatFlags } from "./data.js";
import { jsonText, oneLine, wrapped } from "./text-width.js";

/** How often the live line is redrawn, in milliseconds. */
const drawMs = 100;

type LogUpdate = typeof import("log-update")["default"];

/** Reports the progress of a batch. */
export class Reporter {
  readonly #context: Context;
  readonly #flags: FormatFlags;
  /** Draws the live line, in a terminal. */
  #draw: LogUpdate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #progress: (() => string) | undefined;

  constructor(context: Context, flags: FormatFlags = {}) {
    this.#context = context;
    this.#flags = flags;
  }

  /**
   * Writes lines that stay. With `--json` each is a line of JSON. The lines contain file names, which must not break a
   * line or control the terminal.
   */
  say(text: string | readonly string[], details: Record<string, unknown> = {}): void {
    const lines = [text].flat();
    const { isTTY, columns: width } = this.#context.stderr;
    const columns = isTTY && width ? width : Number.POSITIVE_INFINITY;
    // Indented text is a command or a name, and stays unchanged so that it can be copied.
    const shown = lines.flatMap((line) => (line.startsWith(" ") ? oneLine(line) : wrapped(line, { columns })));
    this.#draw?.clear();
    if (this.#flags.json) this.#context.stderr.write(`${jsonText({ message: lines.join("\n"), ...details })}\n`);
    else this.#context.stderr.write(shown.map((line) => `${line}\n`).join(""));
    this.#drawLine();
  }

  /** Draws the progress of a batch from now on, in a terminal. */
  async follow(progress: () => string): Promise<void> {
    const { stdout, stderr, env } = this.#context;
    const { json, csv } = this.#flags;
    // Rows that are written in between would be mixed with it.
    if (!isLive(stderr, env) || json || (csv && stdout.isTTY)) return;
    this.#draw = (await import("log-update")).createLogUpdate(stderr);
    this.#progress = progress;
    this.#drawLine();
    this.#timer = setInterval(() => this.#drawLine(), drawMs).unref();
  }

  /** Removes the live line. */
  stop(): void {
    clearInterval(this.#timer);
    this.#draw?.clear();
    this.#draw?.done();
    this.#draw = undefined;
  }

  #drawLine(): void {
    if (this.#progress) this.#draw?.(this.#progress());
  }
}
