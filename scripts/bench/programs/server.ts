/** Starts a server, and prints how soon it answers, or how many requests it takes. Arguments: `ours` or `hono`, and a task. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createMockService } from "@call-analysis/mock";

/** The part of the load generator that is used. */
type Autocannon = (options: object) => Promise<{ "2xx": number; non2xx: number; errors: number }>;

const [name = "", task = ""] = process.argv.slice(2);
const port = 20_000 + (process.pid % 20_000);
const origin = `http://127.0.0.1:${port}`;
/** Has the ids of the fake that is measured, for it has the same seed. Its answers are those of Hono. */
const twin = createMockService({ baseUrl: `${origin}/v1`, storageUrl: `${origin}/storage` });
const headers = { authorization: "Bearer test-key", "content-type": "application/json" };
const recording = { filename: "call.wav", contentType: "audio/wav" };
const ids = { memberId: twin.db.agents.list()[0]?.id, categoryId: twin.db.categories.list()[0]?.id };
const call = { ...ids, audio_url: `${origin}/storage/recordings/upl_1/call.wav` };
const requests = {
  list: { url: `${origin}/v1/agents`, method: "GET", headers },
  grant: { url: `${origin}/v1/calls/presigned-url`, method: "POST", headers, body: JSON.stringify(recording) },
  create: { url: `${origin}/v1/calls`, method: "POST", headers, body: JSON.stringify(call) },
};
const responses = await Promise.all(Object.values(requests).map(({ url, ...init }) => twin.fetch(url, init)));
const answers = await Promise.all(responses.map((response) => response.json()));
const programs: Readonly<Record<string, string[]>> = {
  ours: [pathOf("../../../packages/mock/dist/cli.js"), "--port", String(port), "--log", "none"],
  hono: [pathOf("hono.js"), String(port), JSON.stringify(answers)],
};
const isLoad = task in requests || task === "upload";
const reporter = isLoad ? ["--import", pathOf("cpu-reporter.ts")] : [];
const startMs = performance.now();
const server = spawn(process.execPath, [...reporter, ...(programs[name] ?? [])], {
  stdio: ["ignore", "ignore", "ignore", ...(isLoad ? (["ipc"] as const) : [])],
});
while (!(await answersWell())) {
  if (server.exitCode !== null) throw new Error(`${name} has ended.`);
  await pause(2);
}
const figures = { milliseconds: performance.now() - startMs, ...(isLoad && { requestsPerCpuSecond: await load() }) };
server.kill("SIGKILL");
console.log(JSON.stringify(figures));

async function load(): Promise<number> {
  // Installed for the benchmarks alone: the compiler has no types of it.
  const peer: string = "autocannon";
  const { default: autocannon } = (await import(peer)) as { default: Autocannon };
  const { data: grant } = await (await fetch(requests.grant.url, requests.grant)).json();
  const uploadHeaders = { "content-type": recording.contentType };
  const upload = { url: grant.presignedUrl, method: "PUT", headers: uploadHeaders, body: Buffer.alloc(200_000) };
  const options = { ...{ ...requests, upload }[task], connections: 16 };
  const amount = (task === "upload" ? 4_000 : 40_000) * Number(process.env.BENCH_EFFORT);
  // Until the compilers have seen the code: on a busy machine, that is a number of requests and no time.
  await autocannon({ ...options, amount });
  const before = await cpuMicroseconds(server);
  // It ends with a sample, and by default takes only one a second.
  const result = await autocannon({ ...options, amount, sampleInt: 100 });
  const cpuSeconds = ((await cpuMicroseconds(server)) - before) / 1_000_000;
  if (result.non2xx + result.errors > 0) throw new Error(`${name} gave answers other than 2xx.`);
  return result["2xx"] / cpuSeconds;
}

/** Uses node:http: when nothing listens it fails sooner and at less cost than `fetch`. */
function answersWell(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(requests.list.url, { headers, agent: false }, (response) => {
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
