/** The process of one simulation: a batch by one client, against a service of one speed, in virtual time. */
import { idealMs } from "./batch.ts";
import { seededRandom, serviceTimesMs } from "./service-times.ts";
import { SlowService } from "./slow-service.ts";
import { VirtualTime } from "./virtual-time.ts";
import { waitingClients } from "./waiting-clients.ts";

/** What a simulation has found. */
export interface PollingResult {
  pollsPerCall: number;
  /** From a call's end to the moment at which its caller knows, on average. */
  delaySeconds: number;
  /** The batch's time in units of the time with no such delay. */
  batchOverIdeal: number;
}

const callCount = 1_000;

/** The defaults of `analyzeFiles`: 4 uploads, and 100 analyses that are waited for. */
const places = 104;

const [client = "", medianMs = "", seed = ""] = process.argv.slice(2);
process.send?.(await simulate(client, { medianMs: Number(medianMs), seed: Number(seed) }));

async function simulate(
  client: string,
  { medianMs, seed }: { medianMs: number; seed: number },
): Promise<PollingResult> {
  Math.random = seededRandom(seed);
  const time = new VirtualTime();
  const timesMs = serviceTimesMs({ medianMs, count: callCount, seed });
  const service = new SlowService(time, timesMs);
  let delayMs = 0;
  const onCompleted = (id: string) => {
    delayMs += time.nowMs() - service.readyAtMs(id);
  };
  const batch = waitingClients[client]?.({ service, callCount, places, onCompleted });
  if (!batch) throw new Error(`There is no client "${client}".`);
  await time.runUntil(batch);
  return {
    pollsPerCall: service.polls / callCount,
    delaySeconds: delayMs / callCount / 1_000,
    batchOverIdeal: time.nowMs() / idealMs(places, timesMs),
  };
}
