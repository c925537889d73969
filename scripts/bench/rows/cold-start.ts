import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Benchmark } from "../harness/benchmark.ts";
import { atMost, entriesOf, ratioOf } from "../harness/comparison.ts";
import { freePort } from "../harness/free-port.ts";
import { takeTurns } from "../harness/rounds.ts";
import type { ServerProgram } from "../harness/server-process.ts";
import { serverPrograms } from "../servers/programs.ts";

const compared = new Set(["ours", "hono", "prism", "mockoon"]);
const comparedQuickly = new Set(["ours", "hono"]);
const longestStartMs = 30_000;
const betweenTriesMs = 2;

export const coldStart: Benchmark = {
  name: "cold-start",
  title: "Cold start of the fake",
  method: "From the start of the process to the end of its first good answer; in units of bare Hono.",
  async run(pace) {
    const wanted = pace.isQuick ? comparedQuickly : compared;
    const programs = (await serverPrograms()).filter(({ name }) => wanted.has(name));
    const samples = await takeTurns(programs, pace.rounds, startMilliseconds);
    const measured = ratioOf(samples, "ours", "hono");
    return {
      entries: entriesOf(samples, { unit: "ms", reference: "hono" }),
      targets: [atMost(1.5, "×", { what: "cold start, in units of bare Hono", measured })],
    };
  },
};

async function startMilliseconds(program: ServerProgram): Promise<number> {
  const port = await freePort();
  const startMs = performance.now();
  const child = spawn(process.execPath, [program.path, ...program.flags(port)], { stdio: "ignore" });
  try {
    await firstAnswer(program, port, startMs + longestStartMs);
    return performance.now() - startMs;
  } finally {
    await end(child);
  }
}

async function firstAnswer({ name, requestPath, headers = {} }: ServerProgram, port: number, lastMs: number) {
  while (performance.now() < lastMs) {
    if (await answersWell(`http://127.0.0.1:${port}${requestPath}`, headers)) return;
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

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
