/** Tells a person, on stderr, what a batch is doing: a live frame in a terminal, else a plain line every few seconds. */
import { styleText } from "node:util";
import { type Progress, summaryOf } from "../analyze/progress.js";
import { type Context, hasColors, isLive } from "../context.js";
import { frameOf } from "./progress-frame.js";
import { jsonText, oneLine, wrapped } from "./text-width.js";

/** How often a terminal is drawn anew. */
const frameMs = 100;

/** How often a line tells how far it is, elsewhere. */
const lineMs = 5_000;

type LogUpdate = typeof import("log-update")["default"];

/** Tells of a batch. */
export class Reporter {
  readonly #context: Context;
  readonly #isJson: boolean;
  /** Draws the frame, in a terminal. */
  #draw: LogUpdate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #progress: Progress | undefined;
  #lastLine = "";
  /** While something else is written, such as a question, no frame is drawn. */
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
    this.#draw?.clear();
    if (this.#isJson) this.#context.stderr.write(`${jsonText({ message: lines.join("\n"), ...details })}\n`);
    else this.#context.stderr.write(lines.map((line) => `${this.#wrapped(line).join("\n")}\n`).join(""));
    this.#drawFrame();
  }

  /** Of the terminal. Nothing is wrapped elsewhere. */
  get columns(): number {
    const { isTTY, columns } = this.#context.stderr;
    return isTTY && columns ? columns : Number.POSITIVE_INFINITY;
  }

  /** What is indented is a command or a name, and stays as it is: to be copied. */
  #wrapped(line: string): string[] {
    return line.startsWith(" ")
      ? [oneLine(line)]
      : wrapped(line, { columns: this.columns, indent: 0, keepsWords: true });
  }

  /** Follows a batch from now on. */
  async follow(progress: Progress): Promise<void> {
    const { stderr, env, pauses } = this.#context;
    const isFrame = isLive(stderr, env);
    if (isFrame) this.#draw = (await import("log-update")).createLogUpdate(stderr);
    this.#progress = progress;
    this.#drawFrame();
    const tell = isFrame ? () => this.#drawFrame() : () => this.#tellLine(progress);
    this.#timer = setInterval(tell, isFrame ? frameMs : (pauses?.lineMs ?? lineMs)).unref();
  }

  /** Writes to stdout, or asks a question, while nothing of the frame is there. */
  async aside<T>(write: () => Promise<T>): Promise<T> {
    this.#draw?.clear();
    this.#isAside = true;
    try {
      return await write();
    } finally {
      this.#isAside = false;
      this.#drawFrame();
    }
  }

  /** Removes the frame. */
  stop(): void {
    clearInterval(this.#timer);
    this.#draw?.clear();
    this.#draw?.done();
    this.#draw = undefined;
  }

  #tellLine(progress: Progress): void {
    const line = summaryOf(progress);
    if (line === this.#lastLine) return;
    this.#lastLine = line;
    const { done, total, failed, uncertain } = progress;
    this.say(line, { progress: { done, total, failed, uncertain } });
  }

  #drawFrame(): void {
    if (!this.#draw || !this.#progress || this.#isAside) return;
    const { stderr, env } = this.#context;
    const { columns = 80, rows = 24 } = stderr;
    const isColored = hasColors(stderr, env);
    const paint = (text: string) => (isColored ? styleText("green", text, { validateStream: false }) : text);
    this.#draw(frameOf(this.#progress, { columns, rows, paint }).join("\n"));
  }
}
