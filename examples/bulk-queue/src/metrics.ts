/** Metrics for Prometheus, read from Redis on each scrape, so any process can serve those of all machines. */
import type { Queue } from "bullmq";
import { Counter, Gauge, Registry } from "prom-client";
import type { RedisJournal } from "./journal.ts";

/** Alert if `call_analysis_uncertain_creations` stays above 0, or if `failed` jobs grow. */
export function createMetrics(queues: readonly Queue[], journal: RedisJournal): Registry {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "call_analysis_jobs",
    help: "Jobs by queue and state.",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      for (const queue of queues) {
        const counts = await queue.getJobCounts("wait", "active", "delayed", "failed");
        for (const [state, count] of Object.entries(counts)) this.set({ queue: queue.name, state }, count);
      }
    },
  });
  new Counter({
    name: "call_analysis_jobs_finished_total",
    help: "Jobs that have ended, by queue and result.",
    labelNames: ["queue", "result"],
    registers,
    async collect() {
      this.reset();
      for (const queue of queues) {
        for (const result of ["completed", "failed"] as const) {
          const { meta } = await queue.getMetrics(result);
          this.inc({ queue: queue.name, result }, meta.count);
        }
      }
    },
  });
  new Gauge({
    name: "call_analysis_uncertain_creations",
    help: "Calls that were sent and of which nobody knows whether they exist, and those that are being sent.",
    registers,
    async collect() {
      this.set(await journal.uncertainCount());
    },
  });
  return registry;
}
