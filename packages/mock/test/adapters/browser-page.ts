/** What the page of the browser's test runs. */

import { CallAnalysis } from "@call-analysis/sdk";
import { startMockWorker } from "../../src/adapters/browser.js";
import { createMockService, type Fault, type MockServiceOptions } from "../../src/index.js";
import { type Outcome, type Probe, probe } from "./probe.js";

/** What the test asks of the page. */
export interface PageProbe {
  probe: Probe;
  fault?: Fault;
}

/** Starts a worker, and sends one request after the other to its service, each with its fault and a service as new. */
async function runAll(probes: readonly PageProbe[], options?: MockServiceOptions): Promise<Outcome[]> {
  const { service, stop } = await startMockWorker(options);
  try {
    const [agent] = service.db.agents.list();
    const [category] = service.db.categories.list();
    if (!agent || !category) throw new Error("The scenario has no agent or no category.");
    const { baseUrl } = service.addresses;
    const context = { fetch: fetch.bind(window), baseUrl, memberId: agent.id, categoryId: category.id };
    const outcomes: Outcome[] = [];
    for (const { probe: asked, fault } of probes) {
      service.reset();
      if (fault) service.faults.inject(fault);
      outcomes.push(await probe(asked, context));
    }
    return outcomes;
  } finally {
    stop();
  }
}

/** Starts a worker whose campaign interface is on the page's own host, and returns the statuses of requests to that host. */
async function runOnSharedHost(paths: string[]): Promise<number[]> {
  const { origin } = location;
  const addresses = { baseUrl: `${origin}/fake/v1`, campaignBaseUrl: origin, storageUrl: `${origin}/fake/storage` };
  const { service, stop } = await startMockWorker(addresses);
  try {
    const headers = { authorization: `Bearer ${service.clientOptions().apiKey}` };
    return await Promise.all(paths.map(async (path) => (await fetch(path, { headers })).status));
  } finally {
    stop();
  }
}

/** Uploads a recording through a service's own `fetch`, and returns whether the page is secure, and what was stored. */
async function runWithoutWorker(sizeBytes: number): Promise<{ isSecure: boolean; sha256: string | undefined }> {
  const service = createMockService();
  const sdk = new CallAnalysis({ ...service.clientOptions(), fetch: service.fetch, dangerouslyAllowBrowser: true });
  const file = new Blob([new Uint8Array(sizeBytes).fill(7)]);
  await sdk.calls.upload(file, { filename: "call.wav", contentType: "audio/wav" });
  return { isSecure: crypto.subtle !== undefined, sha256: service.db.uploads.list()[0]?.recording?.sha256 };
}

Object.assign(window, { runAll, runOnSharedHost, runWithoutWorker });
