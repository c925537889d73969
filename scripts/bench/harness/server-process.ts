/** A server in a process of its own, on a free port of this machine. */
import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { CpuReport } from "./cpu-reporter.ts";
import { benchPath } from "./folders.ts";

/** How a server is started, and what is asked of it. */
export interface ServerProgram {
  name: string;
  /** A program for Node. */
  path: string;
  flags: (port: number) => readonly string[];
  /** What it is measured with. */
  requestPath: string;
  headers?: Record<string, string>;
}

const longestStartMs = 30_000;

export class ServerProcess {
  readonly name: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly #process: ChildProcess;

  private constructor({ name, requestPath, headers = {} }: ServerProgram, port: number, child: ChildProcess) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}${requestPath}`;
    this.headers = headers;
    this.#process = child;
  }

  /** Starts a server, and waits for its first answer. */
  static async start(program: ServerProgram, port: number): Promise<ServerProcess> {
    const execArgv = ["--import", benchPath("harness/cpu-reporter.ts")];
    const child = fork(program.path, program.flags(port), { execArgv, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    const server = new ServerProcess(program, port, child);
    try {
      await server.#answers();
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** CPU time that its process has taken so far, in microseconds. */
  async cpuMicroseconds(): Promise<number> {
    const report = this.#nextReport();
    this.#process.send("cpu");
    return (await report).cpuMicroseconds;
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await exit;
  }

  async #nextReport(): Promise<CpuReport> {
    for await (const [message] of on(this.#process, "message", { close: ["exit"] })) {
      if (typeof message?.cpuMicroseconds === "number") return message;
    }
    throw new Error(`${this.name}: its process has ended.`);
  }

  async #answers(): Promise<void> {
    const lastMs = performance.now() + longestStartMs;
    while (performance.now() < lastMs && this.#process.exitCode === null) {
      const response = await fetch(this.url, { headers: this.headers }).catch(() => undefined);
      if (response?.ok) return;
      await pause(50);
    }
    throw new Error(`${this.name} gave no good answer at ${this.url}.`);
  }
}
