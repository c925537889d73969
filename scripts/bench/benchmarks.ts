/** All rows, in the order of the results. */
import type { Benchmark } from "./harness/benchmark.ts";
import { bundleSize } from "./rows/bundle-size.ts";
import { coldStart } from "./rows/cold-start.ts";
import { httpThroughput } from "./rows/http-throughput.ts";
import { importCost } from "./rows/import-cost.ts";
import { oversizedUpload } from "./rows/oversized-upload.ts";
import { polling } from "./rows/polling.ts";
import { queue } from "./rows/queue.ts";
import { restart } from "./rows/restart.ts";
import { stateChange } from "./rows/state-change.ts";
import { storeGrowth } from "./rows/store-growth.ts";
import { subjectBenchmarks } from "./rows/subjects.ts";
import { testCommand } from "./rows/test-command.ts";
import { typeCheck } from "./rows/type-check.ts";
import { upload, uploadBesideHeap } from "./rows/upload.ts";

export const benchmarks: readonly Benchmark[] = [
  ...subjectBenchmarks,
  bundleSize,
  importCost,
  upload,
  uploadBesideHeap,
  polling,
  queue,
  httpThroughput,
  coldStart,
  storeGrowth,
  stateChange,
  restart,
  oversizedUpload,
  typeCheck,
  testCommand,
];
