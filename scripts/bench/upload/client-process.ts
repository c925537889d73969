/** One upload in a process of its own, which then tells what it took. Arguments: client, address, file. */
import { clients } from "./clients.ts";

/** What an upload took. */
export interface Taken {
  seconds: number;
  /** The largest part of the process's memory that was ever resident, Node itself included. */
  peakRssMib: number;
}

const [name = "", url = "", path = ""] = process.argv.slice(2);
const upload = await clients[name]?.(url);
if (!upload) throw new Error(`There is no client "${name}".`);
const startMs = performance.now();
await upload(path);
const seconds = (performance.now() - startMs) / 1_000;
const taken: Taken = { seconds, peakRssMib: process.resourceUsage().maxRSS / 1_024 };
process.send?.(taken);
