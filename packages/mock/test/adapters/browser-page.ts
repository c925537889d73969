/** What the page of the browser's test runs. */
import { startMockWorker } from "../../src/adapters/browser.js";
import type { Fault, MockServiceOptions } from "../../src/index.js";
import { type Outcome, type Probe, probe } from "./probe.js";

/** What the test asks of the page. */
export interface PageProbe {
  probe: Probe;
  fault?: Fault;
  options?: MockServiceOptions;
}

/** Starts a worker with a fresh service, injects the fault, and sends one request. */
async function run({ probe: asked, fault, options }: PageProbe): Promise<Outcome> {
  const { service, stop } = await startMockWorker(options);
  try {
    if (fault) service.faults.inject(fault);
    const [agent] = service.db.agents.list();
    const [category] = service.db.categories.list();
    if (!agent || !category) throw new Error("The scenario has no agent or no category.");
    const { baseUrl } = service.addresses;
    return await probe(asked, { fetch: fetch.bind(window), baseUrl, memberId: agent.id, categoryId: category.id });
  } finally {
    stop();
  }
}

Object.assign(window, { run });
