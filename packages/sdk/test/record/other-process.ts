/** Another process that uses a journal, and does what a test tells it. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundleProgram, startProgram } from "../support/test-program.ts";

type Method = "claim" | "sending" | "created" | "released" | "create";

export class OtherProcess {
  readonly process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(process: ChildProcess) {
    this.process = process;
    this.#lines = createInterface(process.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]();
  }

  /** Resolves when the process has begun with the journal. */
  static async start(journal: string): Promise<OtherProcess> {
    const program = await bundleProgram(new URL("journal-process.ts", import.meta.url));
    const other = new OtherProcess(startProgram(program, [journal]));
    await other.line();
    return other;
  }

  /** The answer of a method of the journal. */
  async does(method: Method, ...parameters: (string | number)[]): Promise<unknown> {
    this.tell(method, ...parameters);
    return ((await this.line()) as { answer: unknown }).answer;
  }

  tell(method: Method, ...parameters: (string | number)[]): void {
    this.process.stdin?.write(`${JSON.stringify([method, ...parameters])}\n`);
  }

  /** The next line that it prints; undefined when it has ended. */
  async line(): Promise<unknown> {
    const { value, done } = await this.#lines.next();
    return done ? undefined : JSON.parse(value);
  }

  async kill(): Promise<void> {
    const ended = once(this.process, "close");
    this.process.kill("SIGKILL");
    await ended;
  }
}
