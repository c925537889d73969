/** Another process that uses a journal, and does what a test tells it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./recordings.ts";

let bundled: Promise<Uint8Array> | undefined;

/** The program is bundled once, for it starts in a tenth of the time. */
async function bundle(): Promise<Uint8Array> {
  const options = { bundle: true, format: "esm", platform: "node", target: "node22", write: false } as const;
  const entryPoints = [fileURLToPath(new URL("journal-program.ts", import.meta.url))];
  const { outputFiles } = await build({ entryPoints, ...options });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

export class OtherProcess {
  /** What it has printed, one JSON a line. */
  readonly lines: unknown[] = [];
  readonly ended: Promise<unknown>;
  readonly #process: ChildProcess;
  #onLine = () => {};

  private constructor(child: ChildProcess) {
    this.#process = child;
    this.ended = once(child, "close");
    createInterface(child.stdout as NodeJS.ReadableStream).on("line", (line) => {
      // One that was killed may have printed half of a line.
      if (line.endsWith("}") || line.endsWith("]") || line.endsWith('"')) this.lines.push(JSON.parse(line));
      this.#onLine();
    });
  }

  /** Resolves when the process has loaded its program. */
  static async start(journal: string): Promise<OtherProcess> {
    bundled ??= bundle();
    const program = join(temporaryFolder(), "program.mjs");
    writeFileSync(program, await bundled);
    const child = spawn(process.execPath, [program, journal], { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const other = new OtherProcess(child);
    await other.#line(0);
    return other;
  }

  tell(what: string, keys: string[]): void {
    this.#process.stdin?.write(`${JSON.stringify({ what, keys })}\n`);
  }

  /** The answer to what it is told. */
  async does<T>(what: string, keys: string[]): Promise<T> {
    const index = this.lines.length;
    this.tell(what, keys);
    // The program answers each line with one.
    return (await this.#line(index)) as T;
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.ended;
  }

  async #line(index: number): Promise<unknown> {
    while (this.lines.length <= index) await new Promise<void>((resolve) => (this.#onLine = resolve));
    return this.lines[index];
  }
}
