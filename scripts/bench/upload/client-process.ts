/**
 * One upload in a process, which then tells what it took. Arguments: client, address, file, and the megabytes of live
 * objects that the process holds meanwhile.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import { pipeline } from "node:stream/promises";

/** What an upload took. */
export interface Taken {
  seconds: number;
  /** CPU time of the upload, in user and system mode: on a busy machine it varies less than the time on the clock. */
  cpuSeconds: number;
  /** How much memory was resident that was not there before the upload, at most. */
  addedRssMib: number;
}

const [name = "", url = "", path = "", heapMegabytes = "0"] = process.argv.slice(2);
const held = objectsOf(Number(heapMegabytes));
const upload = name === "ours" ? await ours() : pipe;
const rssBefore = process.resourceUsage().maxRSS;
const startMs = performance.now();
const startCpu = process.cpuUsage();
await upload();
const seconds = (performance.now() - startMs) / 1_000;
const { user, system } = process.cpuUsage(startCpu);
const addedRssMib = (process.resourceUsage().maxRSS - rssBefore) / 1_024;
const taken: Taken = { seconds, cpuSeconds: (user + system) / 1_000_000, addedRssMib };
process.send?.(taken);
// Until here the collector has to keep them.
held.length = 0;

/** What a server holds: many small objects, of about 150 bytes each. */
function objectsOf(megabytes: number): object[] {
  return Array.from({ length: megabytes * 6_700 }, (_, index) => ({ index, name: `row ${index}`, next: [index] }));
}

async function ours(): Promise<() => Promise<unknown>> {
  const { CallAnalysis } = await import("@call-analysis/sdk");
  const sdk = new CallAnalysis({ apiKey: "bench", baseUrl: `${url}/v1` });
  return () => sdk.calls.upload({ path }, { contentType: "audio/wav" });
}

/** As bare as Node can do it. */
async function pipe(): Promise<void> {
  const { size } = await stat(path);
  const headers = { "content-length": size, "content-type": "audio/wav" };
  const outgoing = request(`${url}/store/pipe`, { method: "PUT", headers });
  const answered = new Promise((resolve, reject) => {
    outgoing.once("response", (response) => response.resume().once("end", resolve)).once("error", reject);
  });
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), outgoing);
  await answered;
}
