import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { atMost, type Benchmark, type Entry, type Findings } from "../harness/benchmark.ts";
import { benchPath } from "../harness/paths.ts";
import { largestOf, spreadOf, takeTurns } from "../harness/samples.ts";
import { resultOf } from "../harness/subject.ts";
import type { Taken } from "../upload/client-process.ts";

const mebibyte = 1024 * 1024;
const sizeMib = 1_024;
const quickSizeMib = 128;
const uploadRounds = 5;

/** The client, and the barest that Node can do, for information. */
const sides = [{ name: "ours" }, { name: "pipe" }];

/** As servers have it: what costs is the collector, which marks the whole heap when the memory of chunks is thrown away. */
export const uploadBesideHeap: Benchmark = {
  name: "upload-beside-heap",
  title: "Upload of 1 GiB from disk, in a process that holds 300 MB",
  method:
    "CPU time and time for one GiB, and the memory that the upload adds; beside a bare pipe into node:http that reads 1 MiB at a time.",
  async run({ isQuick }) {
    const mib = isQuick ? quickSizeMib : sizeMib;
    const uploads = new Map<string, Taken[]>(sides.map(({ name }) => [name, []]));
    const program = await compiledClient();
    const path = await recordingOf(mib);
    // In its own process, so that its work is not on the clients' account.
    const store = fork(benchPath("upload/store-process.ts"));
    try {
      const [url] = await once(store, "message");
      await takeTurns(sides, isQuick ? 1 : uploadRounds, async ({ name }) => {
        const taken = await resultOf<Taken>(program, [name, String(url), path, "300"]);
        uploads.get(name)?.push(taken);
        return taken.seconds;
      });
      return findingsOf(uploads, mib / 1_024);
    } finally {
      store.kill();
      await rm(path);
    }
  },
};

function findingsOf(uploads: ReadonlyMap<string, readonly Taken[]>, gibibytes: number): Findings {
  const timesOf = (name: string, time: "seconds" | "cpuSeconds") =>
    spreadOf((uploads.get(name) ?? []).map((taken) => taken[time] / gibibytes));
  const addedBy = (name: string) => largestOf((uploads.get(name) ?? []).map(({ addedRssMib }) => addedRssMib));
  return {
    entries: sides.flatMap(({ name }): Entry[] => [
      { name: `${name}: CPU time`, value: timesOf(name, "cpuSeconds"), unit: "s a GiB" },
      { name: `${name}: time`, value: timesOf(name, "seconds"), unit: "s a GiB" },
      { name: `${name}: memory on top`, value: addedBy(name), unit: "MiB" },
    ]),
    targets: [
      atMost(3.5, "s", { what: "CPU time of ours for one GiB", measured: timesOf("ours", "cpuSeconds") }),
      atMost(75, "MiB", { what: "memory that ours adds", measured: addedBy("ours") }),
    ],
  };
}

/**
 * Makes plain JavaScript of the client's process, and gives its path: Node's own stripping of types would take
 * a tenth of the memory that is measured.
 */
async function compiledClient(): Promise<string> {
  const outfile = benchPath("node_modules/.upload/client-process.mjs");
  const entryPoints = [benchPath("upload/client-process.ts")];
  await build({ entryPoints, outfile, bundle: true, packages: "external", platform: "node", format: "esm" });
  return outfile;
}

/** Writes a file of noise, so large, and gives its path: what was just written is in the cache, for all clients alike. */
async function recordingOf(mib: number): Promise<string> {
  const path = join(tmpdir(), `upload-benchmark-${process.pid}-${mib}.wav`);
  const noise = randomBytes(mebibyte);
  const file = await open(path, "w");
  for (let written = 0; written < mib; written += 1) await file.write(noise);
  await file.close();
  return path;
}
