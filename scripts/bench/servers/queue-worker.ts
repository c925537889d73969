/** A worker of the example whose service answers at once, in a process that ends with its parent. */
import { CallAnalysis } from "@call-analysis/sdk";
import { RedisCreationLedger } from "../../../examples/bulk-queue/src/ledger.ts";
import { connect } from "../../../examples/bulk-queue/src/queues.ts";
import { createSubmitWorker } from "../../../examples/bulk-queue/src/submit-worker.ts";
import { createWaitWorker } from "../../../examples/bulk-queue/src/wait-worker.ts";
import { cannedFetch } from "../../../examples/bulk-queue/test/canned-service.ts";

const baseUrl = "https://api.example.com/v1";
let creations = 0;
const sdk = new CallAnalysis({
  apiKey: "bench-key",
  baseUrl,
  fetch: (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url === `${baseUrl}/calls`) creations += 1;
    return cannedFetch(input, init);
  },
});
const redis = connect(process.env.REDIS_URL);
const ledger = new RedisCreationLedger(connect(process.env.LEDGER_REDIS_URL));
const settings = {
  submitsPerSecond: 1_000_000,
  pollsPerSecond: 1_000_000,
  concurrency: 50,
  lockDurationMs: 30_000,
  firstPollMs: 0,
};
createSubmitWorker({ sdk, ledger, redis }, settings);
createWaitWorker({ sdk, redis, save: async () => {} }, settings);

process.on("message", () => process.send?.(creations));
process.once("disconnect", () => process.exit());
process.send?.("ready");
