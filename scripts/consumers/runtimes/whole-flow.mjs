// The whole flow, over HTTP and by the fake's own `fetch`: a list, an upload with progress, an analysis, and an error.
import { createMockService } from "@call-analysis/mock";
import { CallAnalysis, NotFoundError } from "@call-analysis/sdk";

const sizeBytes = 300_000;

/** @param baseUrl of a fake that is served */
export default async (baseUrl) => {
  const service = createMockService();
  const inProcess = { ...service.clientOptions(), fetch: service.fetch };
  return [await flow(new CallAnalysis({ apiKey: "test-key", baseUrl })), await flow(new CallAnalysis(inProcess))];
};

async function flow(sdk) {
  const [agents, categories] = [await sdk.agents.list(), await sdk.categories.list()];
  let progress;
  const onProgress = (told) => {
    progress = told;
  };
  await sdk.calls.upload(new Uint8Array(sizeBytes), { filename: "call.wav", onProgress });
  const recording = { file: new Blob([new Uint8Array(3_000)]), filename: "call.wav" };
  const call = { ...recording, memberId: agents[0].id, categoryId: categories[0].id };
  const { status, analysis } = await sdk.calls.analyzeFile(call, { poll: { initialDelayMs: 0, intervalMs: 10 } });
  const error = await sdk.agents.delete("nobody").catch((reason) => reason);
  return {
    agents: agents.length,
    uploaded: progress?.sentBytes === sizeBytes && progress?.totalBytes === sizeBytes,
    status,
    hasScore: typeof analysis.score === "number",
    error: NotFoundError.is(error) ? error.status : String(error),
  };
}
