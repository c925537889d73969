/** All rows, in the order of the results. */
import type { Benchmark } from "./harness/benchmark.ts";
import { bundleSize } from "./rows/bundle-size.ts";
import { coldStart } from "./rows/cold-start.ts";
import { webConsole } from "./rows/console.ts";
import { creation } from "./rows/creation.ts";
import { fetchAdapter } from "./rows/fetch-adapter.ts";
import { httpThroughput } from "./rows/http-throughput.ts";
import { importCost } from "./rows/import-cost.ts";
import { mswAdapter } from "./rows/msw-adapter.ts";
import { oversizedUpload } from "./rows/oversized-upload.ts";
import { polling } from "./rows/polling.ts";
import { queue } from "./rows/queue.ts";
import { requestAllocation } from "./rows/request-allocation.ts";
import { requestOverhead } from "./rows/request-overhead.ts";
import { restart } from "./rows/restart.ts";
import { stateChange } from "./rows/state-change.ts";
import { storeGrowth } from "./rows/store-growth.ts";
import { testCommand } from "./rows/test-command.ts";
import { tracing } from "./rows/tracing.ts";
import { typeCheck } from "./rows/type-check.ts";
import { upload, uploadBesideHeap } from "./rows/upload.ts";

export const benchmarks: readonly Benchmark[] = [
  requestOverhead,
  requestAllocation,
  tracing,
  creation,
  bundleSize,
  importCost,
  upload,
  uploadBesideHeap,
  polling,
  queue,
  httpThroughput,
  coldStart,
  mswAdapter,
  fetchAdapter,
  storeGrowth,
  stateChange,
  restart,
  oversizedUpload,
  webConsole,
  typeCheck,
  testCommand,
];
