// A worker of workerd: its own types, without those of Node or of the browser.
import { createMockService } from "@call-analysis/mock";
import { CallAnalysis, type CompletedCall } from "@call-analysis/sdk";
import { createProxyHandler } from "@call-analysis/sdk/proxy";

const service = createMockService();
const sdk = new CallAnalysis({ ...service.clientOptions(), fetch: service.fetch });

export async function analyze(request: Request): Promise<CompletedCall> {
  await sdk.calls.upload({ stream: request.body as ReadableStream<Uint8Array>, sizeBytes: 1_000 });
  return sdk.calls.analyzeFile({ file: await request.blob(), memberId: "mem_1", categoryId: "cat_1" });
}

const handler = createProxyHandler({
  apiKey: "key",
  baseUrl: "https://host/v1",
  basePath: "/call-analysis",
  secret: "a random text of at least 32 characters",
  allow: ["createCall"],
  authorize: async () => ({ userId: "7" }),
});

export default {
  fetch: (request: Request): Promise<Response> => handler(request),
};
