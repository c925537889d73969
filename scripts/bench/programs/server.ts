/** Starts a server, and prints how soon it answers and how many requests it takes. Arguments: `ours` or `hono`, and `load`. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The part of the load generator that is used. */
type Autocannon = (options: object) => Promise<{ "2xx": number; non2xx: number; errors: number }>;

const [name, task] = process.argv.slice(2);
const port = 20_000 + (process.pid % 20_000);
const url = `http://127.0.0.1:${port}/v1/agents`;
const headers = { authorization: "Bearer test-key" };
const programs: Readonly<Record<string, string[]>> = {
  ours: [pathOf("../../../packages/mock/dist/cli.js"), "--port", String(port), "--log", "none"],
  hono: [pathOf("hono.js"), String(port), process.env.BENCH_AGENTS ?? ""],
};
const isLoad = task === "load";
const reporter = isLoad ? ["--import", pathOf("cpu-reporter.ts")] : [];
const startMs = performance.now();
const server = spawn(process.execPath, [...reporter, ...(programs[name ?? ""] ?? [])], {
  stdio: ["ignore", "ignore", "ignore", ...(isLoad ? (["ipc"] as const) : [])],
});
while (!(await answersWell())) {
  if (server.exitCode !== null) throw new Error(`${name} has ended.`);
  await pause(2);
}
const milliseconds = performance.now() - startMs;
const figures = { milliseconds, ...(isLoad && { requestsPerCpuSecond: await load() }) };
server.kill("SIGKILL");
console.log(JSON.stringify(figures));

async function load(): Promise<number> {
  // Installed for the benchmarks alone: the compiler has no types of it.
  const peer: string = "autocannon";
  const { default: autocannon } = (await import(peer)) as { default: Autocannon };
  // Until the compilers have seen the code.
  await autocannon({ url, headers, connections: 16, duration: 1 });
  const before = await cpuMicroseconds(server);
  const duration = 3 * Number(process.env.BENCH_EFFORT);
  // It ends with a sample, and by default takes only one a second.
  const result = await autocannon({ url, headers, connections: 16, duration, sampleInt: 100 });
  const cpuSeconds = ((await cpuMicroseconds(server)) - before) / 1_000_000;
  if (result.non2xx + result.errors > 0) throw new Error(`${name} gave answers other than 2xx.`);
  return result["2xx"] / cpuSeconds;
}

/** Uses node:http: when nothing listens it fails sooner and at less cost than `fetch`. */
function answersWell(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { headers, agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode === 200));
    });
    request.once("error", () => resolve(false));
  });
}

async function cpuMicroseconds(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [report] = await once(child, "message");
  return report.cpuMicroseconds;
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
