/** Tells a person, on stderr, what a batch is doing: one live line in a terminal, else a plain line every few seconds. */
import { type Context, isLive } from "../context.js";
import { jsonText, oneLine, wrapped } from "./text-width.js";

/** How often a terminal is drawn anew, in milliseconds. */
const drawMs = 100;

/** How often a line tells how far it is, elsewhere. */
const lineMs = 5_000;

type LogUpdate = typeof import("log-update")["default"];

/** How far something has come that is told of. */
export interface Progress {
  total: number;
  count: { completed: number; failed: number; uncertain: number };
  summary(): string;
}

/** Tells of a batch. */
export class Reporter {
  readonly #context: Context;
  readonly #isJson: boolean;
  /** Draws the live line, in a terminal. */
  #draw: LogUpdate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #progress: Progress | undefined;
  #lastLine = "";
  /** While something else is written, nothing is drawn. */
  #isAside = false;

  /** @param flags.json whether what is said is JSON */
  constructor(context: Context, flags: { json?: boolean } = {}) {
    this.#context = context;
    this.#isJson = flags.json ?? false;
  }

  /**
   * Says something that stays, in a line or several. With `--json` it is a line of JSON. Names of files are in it, so no
   * line can break because of one, or hold what a terminal obeys.
   */
  say(text: string | readonly string[], details: Record<string, unknown> = {}): void {
    const lines = [text].flat();
    const { isTTY, columns: width } = this.#context.stderr;
    const columns = isTTY && width ? width : Number.POSITIVE_INFINITY;
    // What is indented is a command or a name, and stays as it is: to be copied.
    const shown = lines.flatMap((line) => (line.startsWith(" ") ? oneLine(line) : wrapped(line, { columns })));
    this.#draw?.clear();
    if (this.#isJson) this.#context.stderr.write(`${jsonText({ message: lines.join("\n"), ...details })}\n`);
    else this.#context.stderr.write(shown.map((line) => `${line}\n`).join(""));
    this.#drawLine();
  }

  /** Follows a batch from now on. */
  async follow(progress: Progress): Promise<void> {
    const { stderr, env, pauses } = this.#context;
    const isDrawn = isLive(stderr, env);
    if (isDrawn) this.#draw = (await import("log-update")).createLogUpdate(stderr);
    this.#progress = progress;
    this.#drawLine();
    const tell = isDrawn ? () => this.#drawLine() : () => this.#sayLine(progress);
    this.#timer = setInterval(tell, isDrawn ? drawMs : (pauses?.lineMs ?? lineMs)).unref();
  }

  /** Writes to stdout while the live line is not there. */
  async aside<T>(write: () => Promise<T>): Promise<T> {
    this.#draw?.clear();
    this.#isAside = true;
    try {
      return await write();
    } finally {
      this.#isAside = false;
      this.#drawLine();
    }
  }

  /** Removes the live line. */
  stop(): void {
    clearInterval(this.#timer);
    this.#draw?.clear();
    this.#draw?.done();
    this.#draw = undefined;
  }

  #sayLine(progress: Progress): void {
    const line = progress.summary();
    if (line === this.#lastLine) return;
    this.#lastLine = line;
    const { completed, failed, uncertain } = progress.count;
    this.say(line, { progress: { total: progress.total, completed, failed, uncertain } });
  }

  #drawLine(): void {
    if (this.#progress && !this.#isAside) this.#draw?.(this.#progress.summary());
  }
}
