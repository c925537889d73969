/** A server in a process, on a free port of this machine. */
import { type ChildProcess, spawn } from "node:child_process";
import { on, once } from "node:events";
import { get } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { CpuReport } from "./cpu-reporter.ts";
import { benchPath } from "./paths.ts";

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
const betweenTriesMs = 2;

export class ServerProcess {
  readonly name: string;
  /** What it is measured with. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly #process: ChildProcess;
  #startMilliseconds = Number.NaN;

  private constructor({ name, requestPath, headers = {} }: ServerProgram, origin: string, child: ChildProcess) {
    this.name = name;
    this.url = `${origin}${requestPath}`;
    this.headers = headers;
    this.#process = child;
  }

  /**
   * Starts a server, and waits for its first good answer.
   *
   * @param options.tellsCpu whether a module of ours is loaded before, which tells the CPU time. @default true
   */
  static async start(program: ServerProgram, { tellsCpu = true } = {}): Promise<ServerProcess> {
    const port = await freePort();
    const reporter = tellsCpu ? ["--import", benchPath("harness/cpu-reporter.ts")] : [];
    const startMs = performance.now();
    const child = spawn(process.execPath, [...reporter, program.path, ...program.flags(port)], {
      stdio: ["ignore", "ignore", "ignore", ...(tellsCpu ? (["ipc"] as const) : [])],
    });
    const server = new ServerProcess(program, `http://127.0.0.1:${port}`, child);
    try {
      await server.#answers(startMs + longestStartMs);
    } catch (error) {
      await server.end();
      throw error;
    }
    server.#startMilliseconds = performance.now() - startMs;
    return server;
  }

  /** From the start of the process to the end of its first good answer. */
  get startMilliseconds(): number {
    return this.#startMilliseconds;
  }

  /** CPU time that its process has taken so far, in microseconds. */
  async cpuMicroseconds(): Promise<number> {
    const report = this.#nextReport();
    this.#process.send("cpu");
    return (await report).cpuMicroseconds;
  }

  async end(): Promise<void> {
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

  async #answers(lastMs: number): Promise<void> {
    while (performance.now() < lastMs && this.#process.exitCode === null) {
      if (await this.#answersWell()) return;
      await pause(betweenTriesMs);
    }
    throw new Error(`${this.name} gave no good answer at ${this.url}.`);
  }

  /** Uses node:http: when nothing listens it fails sooner and at less cost than `fetch`. */
  #answersWell(): Promise<boolean> {
    return new Promise((resolve) => {
      const request = get(this.url, { headers: this.headers, agent: false }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode === 200));
      });
      request.once("error", () => resolve(false));
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
