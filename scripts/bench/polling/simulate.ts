/** The process of one simulation: the client against a service of one speed, in virtual time. */
import { CallAnalysis } from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import { randomOf } from "../../../packages/sdk/test/support/random.ts";
import { serviceTimesMs } from "./seeded.ts";
import { SlowService } from "./slow-service.ts";
import { VirtualTime } from "./virtual-time.ts";

/** What a batch of 1,000 has taken. */
export interface BatchResult {
  pollsPerCall: number;
  /** From a call's end to the moment at which its caller knows, on average. */
  delaySeconds: number;
  /** The batch's time in units of the time with no such delay. */
  batchOverIdeal: number;
}

const callsInBatch = 1_000;

/** The default of `analyzeFiles`: 4 uploads, and 100 analyses that are waited for. */
const places = 104;

const [medianMs = "", seed = ""] = process.argv.slice(2);
Math.random = randomOf(Number(seed));
const time = new VirtualTime();
process.send?.(await batch({ medianMs: Number(medianMs), seed: Number(seed) }));

async function batch(draw: { medianMs: number; seed: number }): Promise<BatchResult> {
  const timesMs = serviceTimesMs(callsInBatch, draw);
  const service = new SlowService(time, timesMs);
  let delayMs = 0;
  const run = async () => {
    const input = { file: new Uint8Array(1), filename: "call.wav", memberId: "member", categoryId: "category" };
    for await (const outcome of analyzeFiles(
      clientOf(service),
      timesMs.map(() => input),
    )) {
      if (!outcome.ok) throw outcome.error;
      delayMs += time.nowMs() - service.readyAtMs(outcome.result.callId);
    }
  };
  await time.runUntil(run());
  return {
    pollsPerCall: service.polls / callsInBatch,
    delaySeconds: delayMs / callsInBatch / 1_000,
    batchOverIdeal: time.nowMs() / idealMs(timesMs),
  };
}

function clientOf(service: SlowService): CallAnalysis {
  return new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch: service.fetch });
}

/** When the last one ends if every end is seen at once, in milliseconds. */
function idealMs(timesMs: readonly number[]): number {
  const freeAtMs = Array.from({ length: places }, () => 0);
  for (const timeMs of timesMs) {
    const soonest = freeAtMs.indexOf(Math.min(...freeAtMs));
    freeAtMs[soonest] = (freeAtMs[soonest] ?? 0) + timeMs;
  }
  return Math.max(...freeAtMs);
}
