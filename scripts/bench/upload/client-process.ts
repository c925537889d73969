/**
 * One upload in a process, which then tells what it took. Arguments: client, address, file, and the megabytes of live
 * objects that the process holds meanwhile.
 */
import { clients } from "./clients.ts";

/** What an upload took. */
export interface Taken {
  seconds: number;
  /** CPU time of the upload, in user and system mode: on a busy machine it varies less than the time on the clock. */
  cpuSeconds: number;
  /** The largest part of the process's memory that was ever resident, Node itself included. */
  peakRssMib: number;
  /** How much of that was not there before the upload. */
  addedRssMib: number;
}

const [name = "", url = "", path = "", heapMegabytes = "0"] = process.argv.slice(2);
const held = objectsOf(Number(heapMegabytes));
const upload = await clients[name]?.(url);
if (!upload) throw new Error(`There is no client "${name}".`);
const rssMibBefore = process.resourceUsage().maxRSS / 1_024;
const startMs = performance.now();
const startCpu = process.cpuUsage();
await upload(path);
const seconds = (performance.now() - startMs) / 1_000;
const { user, system } = process.cpuUsage(startCpu);
const cpuSeconds = (user + system) / 1_000_000;
const peakRssMib = process.resourceUsage().maxRSS / 1_024;
const taken: Taken = { seconds, cpuSeconds, peakRssMib, addedRssMib: peakRssMib - rssMibBefore };
process.send?.(taken);
// Until here the collector has to keep them.
held.length = 0;

/** What a server holds: many small objects, of about 150 bytes each. */
function objectsOf(megabytes: number): object[] {
  return Array.from({ length: megabytes * 6_700 }, (_, index) => ({ index, name: `row ${index}`, next: [index] }));
}
