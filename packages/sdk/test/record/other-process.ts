/** Another process that uses a journal, and does what a test tells it. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundleProgram, startProgram } from "../support/test-program.ts";

export class OtherProcess {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(process: ChildProcess) {
    this.#process = process;
    this.#lines = createInterface(process.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]();
  }

  /** Resolves when the process has begun with the journal. */
  static async start(journal: string): Promise<OtherProcess> {
    const program = await bundleProgram(new URL("journal-process.ts", import.meta.url));
    const other = new OtherProcess(startProgram(program, [journal]));
    await other.#lines.next();
    return other;
  }

  /** The answer of a method of the journal. */
  async does(method: "claim" | "sending", key: string): Promise<unknown> {
    this.#process.stdin?.write(`${JSON.stringify({ method, key })}\n`);
    const { value } = await this.#lines.next();
    return JSON.parse(value);
  }

  async kill(): Promise<void> {
    const ended = once(this.#process, "close");
    this.#process.kill("SIGKILL");
    await ended;
  }
}
