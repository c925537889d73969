/** Tells a person, on stderr, what a batch is doing: a live frame in a terminal, else a plain line every few seconds. */
import { styleText } from "node:util";
import type { Progress } from "../batch/progress.js";
import { summaryOf } from "../batch/progress.js";
import { type Context, hasColors, isLive } from "../context.js";
import { frameOf } from "./progress-frame.js";
import { jsonText, oneLine } from "./text-width.js";

/** How often a terminal is drawn anew. */
const frameMs = 100;

/** Tells of a batch. */
export interface Reporter {
  /**
   * Says something that stays, in a line or several. With `--json` it is a line of JSON. Names of files are in it, so no
   * line can break, or hold what a terminal obeys.
   */
  say(text: string | readonly string[], details?: Record<string, unknown>): void;
  /** Follows a batch from now on. */
  follow(progress: Progress): Promise<void>;
  /** Writes to stdout, or asks a question, while nothing of the frame is there. */
  aside<T>(write: () => Promise<T>): Promise<T>;
  /** Removes the frame. */
  stop(): void;
}

/** Chooses how a batch is told of. */
export function createReporter(context: Context, { isJson = false }: { isJson?: boolean | undefined } = {}): Reporter {
  return isLive(context.stderr, context.env) ? new LiveReporter(context, isJson) : new LineReporter(context, isJson);
}

type Say = (text: string | readonly string[], details?: Record<string, unknown>) => void;

function sayOn({ stderr }: Context, isJson: boolean): Say {
  return (text, details = {}) => {
    const lines = [text].flat();
    if (isJson) stderr.write(`${jsonText({ message: lines.join("\n"), ...details })}\n`);
    else stderr.write(lines.map((line) => `${oneLine(line)}\n`).join(""));
  };
}

class LineReporter implements Reporter {
  readonly #isJson: boolean;
  readonly #lineMs: number;
  readonly say: Say;
  #timer: NodeJS.Timeout | undefined;
  #lastLine = "";

  constructor(context: Context, isJson: boolean) {
    this.#isJson = isJson;
    this.#lineMs = context.pauses?.lineMs ?? 5_000;
    this.say = sayOn(context, isJson);
  }

  async follow(progress: Progress): Promise<void> {
    this.#timer = setInterval(() => this.#tell(progress), this.#lineMs);
    this.#timer.unref();
  }

  #tell(progress: Progress): void {
    const line = summaryOf(progress);
    if (line === this.#lastLine) return;
    this.#lastLine = line;
    const { done, total, failed, uncertain } = progress;
    this.say(line, this.#isJson ? { progress: { done, total, failed, uncertain } } : {});
  }

  aside<T>(write: () => Promise<T>): Promise<T> {
    return write();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

type LogUpdate = typeof import("log-update")["default"];

class LiveReporter implements Reporter {
  readonly #context: Context;
  readonly #say: Say;
  #draw: LogUpdate | undefined;
  #progress: Progress | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** While something else is written, such as a question, no frame is drawn. */
  #isAside = false;

  constructor(context: Context, isJson: boolean) {
    this.#context = context;
    this.#say = sayOn(context, isJson);
  }

  say(text: string | readonly string[], details?: Record<string, unknown>): void {
    this.#draw?.clear();
    this.#say(text, details);
    this.#show();
  }

  async follow(progress: Progress): Promise<void> {
    const { createLogUpdate } = await import("log-update");
    this.#draw = createLogUpdate(this.#context.stderr);
    this.#progress = progress;
    this.#show();
    this.#timer = setInterval(() => this.#show(), frameMs);
    this.#timer.unref();
  }

  async aside<T>(write: () => Promise<T>): Promise<T> {
    this.#draw?.clear();
    this.#isAside = true;
    try {
      return await write();
    } finally {
      this.#isAside = false;
      this.#show();
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#draw?.clear();
    this.#draw?.done();
    this.#draw = undefined;
  }

  #show(): void {
    if (!this.#draw || !this.#progress || this.#isAside) return;
    const { stderr, env } = this.#context;
    const paint = hasColors(stderr, env)
      ? (text: string) => styleText("green", text, { validateStream: false })
      : undefined;
    const { columns = 80, rows = 24 } = stderr;
    this.#draw(frameOf(this.#progress, { columns, rows, ...(paint && { paint }) }).join("\n"));
  }
}
