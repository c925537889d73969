/**
 * One upload of a large file in a process that holds 300 MB of live objects, as servers do: what costs is the collector, which marks
 * the whole heap when the memory of chunks is thrown away. Prints what it took. Argument: `ours` or `pipe`.
 *
 * Plain JavaScript: Node's own stripping of types would take a tenth of the memory that is measured.
 */
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const mebibyte = 1024 * 1024;
const sizeMib = Math.ceil(1_024 * Number(process.env.BENCH_EFFORT));
const path = await noise();
// In its own process, so that its work is not on the client's account.
const store = fork(fileURLToPath(new URL("store.ts", import.meta.url)));
const [url] = await once(store, "message");
try {
  const held = Array.from({ length: 300 * 6_700 }, (_, index) => ({ index, name: `row ${index}`, next: [index] }));
  const upload = process.argv[2] === "ours" ? await ours() : pipe;
  // Otherwise V8 collects what making the objects has left while the upload runs: a pause alone then added 35 MiB.
  globalThis.gc();
  await setTimeout(500);
  const rssBefore = process.resourceUsage().maxRSS;
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  await upload();
  const gibibytes = sizeMib / 1_024;
  const seconds = (performance.now() - startMs) / 1_000 / gibibytes;
  const { user, system } = process.cpuUsage(startCpu);
  const addedRssMib = (process.resourceUsage().maxRSS - rssBefore) / 1_024;
  console.log(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1_000_000 / gibibytes, addedRssMib }));
  // Until here the collector has to keep them.
  held.length = 0;
} finally {
  store.kill();
  await rm(path);
}

async function ours() {
  const { CallAnalysis } = await import("@call-analysis/sdk");
  const sdk = new CallAnalysis({ apiKey: "bench", baseUrl: `${url}/v1` });
  return () => sdk.calls.upload({ path }, { contentType: "audio/wav" });
}

/** As bare as Node can do it. */
async function pipe() {
  const headers = { "content-length": sizeMib * mebibyte, "content-type": "audio/wav" };
  const outgoing = request(`${url}/store/pipe`, { method: "PUT", headers });
  const answered = once(outgoing, "response").then(([response]) => once(response.resume(), "end"));
  await pipeline(createReadStream(path, { highWaterMark: mebibyte }), outgoing);
  await answered;
}

/** Writes a file of noise, and gives its path: what was just written is in the cache, for all sides alike. */
async function noise() {
  const file = join(tmpdir(), `upload-benchmark-${process.pid}.wav`);
  const bytes = randomBytes(mebibyte);
  const handle = await open(file, "w");
  for (let written = 0; written < sizeMib; written += 1) await handle.write(bytes);
  await handle.close();
  return file;
}
