import { rm } from "node:fs/promises";
import type { Benchmark, Entry, Findings } from "../harness/benchmark.ts";
import { atLeast, atMost, ratioOf } from "../harness/comparison.ts";
import { hasPeer } from "../harness/peers.ts";
import { exactly, type Spread, spreadOf } from "../harness/statistics.ts";
import { clients } from "../upload/clients.ts";
import { measure, type Uploads } from "../upload/measure.ts";
import { recordingOf } from "../upload/recording.ts";
import { startStore } from "../upload/store.ts";

const sizeMib = 1_024;
const quickSizeMib = 128;
const uploadRounds = 5;
const reference = "pipe";
const peers = ["assemblyai", "openai"];

export const upload: Benchmark = {
  name: "upload",
  title: "Upload of 1 GiB from disk",
  method:
    "Speed and CPU time, in units of the fastest bare pipe into node:http, which reads 1 MiB at a time, and the most memory that the process ever took.",
  async run({ isQuick }) {
    const mib = isQuick ? quickSizeMib : sizeMib;
    const names = Object.keys(clients).filter((name) => !peers.includes(name) || hasPeer(name));
    const store = await startStore();
    try {
      const path = await recordingOf(mib);
      const uploads = await measure(names, { rounds: isQuick ? 1 : uploadRounds, url: store.url, path });
      await rm(path);
      return findingsOf(uploads, mib);
    } finally {
      await store.close();
    }
  },
};

/** As servers have it: what costs is the collector, which marks the whole heap when the memory of chunks is thrown away. */
export const uploadBesideHeap: Benchmark = {
  name: "upload-beside-heap",
  title: "Upload of 1 GiB from disk, in a process that holds 300 MB",
  method: "CPU time for one GiB, and the memory that the upload adds.",
  async run({ isQuick }) {
    const mib = isQuick ? quickSizeMib : sizeMib;
    const store = await startStore();
    try {
      const path = await recordingOf(mib);
      const rounds = isQuick ? 1 : uploadRounds;
      const uploads = await measure([reference, "ours"], { rounds, url: store.url, path, heapMegabytes: 300 });
      await rm(path);
      return costsBesideHeap(uploads, mib);
    } finally {
      await store.close();
    }
  },
};

function costsBesideHeap(uploads: Uploads, mib: number): Findings {
  const cpuOf = (name: string) =>
    spreadOf((uploads.get(name) ?? []).map(({ cpuSeconds }) => (cpuSeconds * 1_024) / mib));
  const addedBy = (name: string) =>
    exactly(Math.max(...(uploads.get(name) ?? []).map(({ addedRssMib }) => addedRssMib)));
  return {
    entries: [...uploads.keys()].flatMap((name): Entry[] => [
      { name: `${name}: CPU time`, value: cpuOf(name), unit: "s a GiB" },
      { name: `${name}: memory on top`, value: addedBy(name), unit: "MiB" },
    ]),
    targets: [
      atMost(1.5, "s", { what: "CPU time of ours for one GiB", measured: cpuOf("ours") }),
      atMost(60, "MiB", { what: "memory that ours adds", measured: addedBy("ours") }),
    ],
  };
}

function findingsOf(uploads: Uploads, mib: number): Findings {
  const speeds = new Map([...uploads].map(([name, taken]) => [name, taken.map(({ seconds }) => mib / seconds)]));
  const cpuTimes = new Map([...uploads].map(([name, taken]) => [name, taken.map(({ cpuSeconds }) => cpuSeconds)]));
  const ours = [...uploads.keys()].filter((name) => name.startsWith("ours"));
  return {
    entries: [...uploads].flatMap(([name, taken]): Entry[] => [
      {
        name: `${name}: speed`,
        value: spreadOf(speeds.get(name) ?? []),
        unit: "MiB/s",
        ratio: ratioOf(speeds, name, reference),
      },
      {
        name: `${name}: CPU time`,
        value: spreadOf(cpuTimes.get(name) ?? []),
        unit: "s",
        ratio: ratioOf(cpuTimes, name, reference),
      },
      { name: `${name}: peak memory`, value: peakOf(taken), unit: "MiB" },
    ]),
    targets: ours.flatMap((name) => [
      atLeast(0.95, "×", {
        what: `speed of ${name}, in units of the pipe`,
        measured: ratioOf(speeds, name, reference),
      }),
      atMost(150, "MiB", { what: `peak memory of ${name}`, measured: peakOf(uploads.get(name) ?? []) }),
    ]),
  };
}

/** The largest of all rounds: a process must have that much memory. */
function peakOf(taken: readonly { peakRssMib: number }[]): Spread {
  return exactly(Math.max(...taken.map(({ peakRssMib }) => peakRssMib)));
}
