/** A server that is measured from the start of its process, without anything of ours inside. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import type { ServerProgram } from "./server-process.ts";

const longestStartMs = 30_000;
const betweenTriesMs = 2;

export class ColdServer {
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** From the start of the process to the end of its first good answer. */
  readonly startMilliseconds: number;
  readonly #process: ChildProcess;

  private constructor(
    child: ChildProcess,
    { origin, startMilliseconds }: { origin: string; startMilliseconds: number },
  ) {
    this.origin = origin;
    this.startMilliseconds = startMilliseconds;
    this.#process = child;
  }

  /** Starts a server on a free port, and waits for its first good answer. */
  static async start(program: ServerProgram): Promise<ColdServer> {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const startMs = performance.now();
    const child = spawn(process.execPath, [program.path, ...program.flags(port)], { stdio: "ignore" });
    try {
      await firstAnswer(program, origin, startMs + longestStartMs);
    } catch (error) {
      await end(child, "SIGKILL");
      throw error;
    }
    return new ColdServer(child, { origin, startMilliseconds: performance.now() - startMs });
  }

  /** The most memory that the process had so far; undefined where the system does not tell: Linux alone does. */
  peakMegabytes(): number | undefined {
    if (process.platform !== "linux") return undefined;
    const status = readFileSync(`/proc/${this.#process.pid}/status`, "utf8");
    const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
    return (Number(kibibytes) * 1_024) / 1_000_000;
  }

  /** Ends the process: at once, or with `SIGTERM` in its own time. */
  end(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    return end(this.#process, signal);
  }
}

async function firstAnswer({ name, requestPath, headers = {} }: ServerProgram, origin: string, lastMs: number) {
  while (performance.now() < lastMs) {
    if (await answersWell(`${origin}${requestPath}`, headers)) return;
    await pause(betweenTriesMs);
  }
  throw new Error(`${name} did not answer in ${longestStartMs} ms.`);
}

/** Uses node:http: when nothing listens it fails sooner and at less cost than `fetch`. */
function answersWell(url: string, headers: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { headers, agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode === 200));
    });
    request.once("error", () => resolve(false));
  });
}

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}
