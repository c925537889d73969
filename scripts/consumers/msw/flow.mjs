// A consumer's test suite in one file. The client is created before the server listens.

import { createMockService } from "@call-analysis/mock";
import { createHandlers } from "@call-analysis/mock/msw";
import { CallAnalysis } from "@call-analysis/sdk";
import { setupServer } from "msw/node";

const service = createMockService();
const sdk = new CallAnalysis(service.clientOptions());
const server = setupServer(...createHandlers(service));
server.listen();

const agent = await sdk.agents.create({ name: "Tara Menon", email: "tara.menon@example.com" });
const [category] = await sdk.categories.list();
const call = await sdk.calls.analyzeFile(
  {
    file: new Blob([new Uint8Array(3_000)]),
    filename: "call.wav",
    memberId: agent.email,
    categoryId: category.id,
    udfs: { crm: 7 },
  },
  { poll: { initialDelayMs: 0, intervalMs: 10 } },
);
const { analysisPointers } = await sdk.categories.get(category.id);
server.close();

const names = (sections) => sections.map(({ sectionName }) => sectionName).join();
console.log(
  JSON.stringify({
    node: process.versions.node,
    status: call.status,
    udfs: call.metadata.udfs,
    sectionsAreTheCategorys: names(call.analysis.sections) === names(analysisPointers),
  }),
);
