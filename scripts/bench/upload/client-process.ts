/** One upload in a process of its own, which then tells what it took. Arguments: client, address, file. */
import { clients } from "./clients.ts";

/** What an upload took. */
export interface Taken {
  seconds: number;
  /** CPU time of the upload, in user and system mode: on a busy machine it varies less than the time on the clock. */
  cpuSeconds: number;
  /** The largest part of the process's memory that was ever resident, Node itself included. */
  peakRssMib: number;
}

const [name = "", url = "", path = ""] = process.argv.slice(2);
const upload = await clients[name]?.(url);
if (!upload) throw new Error(`There is no client "${name}".`);
const startMs = performance.now();
const startCpu = process.cpuUsage();
await upload(path);
const seconds = (performance.now() - startMs) / 1_000;
const { user, system } = process.cpuUsage(startCpu);
const cpuSeconds = (user + system) / 1_000_000;
const taken: Taken = { seconds, cpuSeconds, peakRssMib: process.resourceUsage().maxRSS / 1_024 };
process.send?.(taken);
