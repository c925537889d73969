// A page: the types of the browser alone, without those of Node.
import { createMockService } from "@call-analysis/mock";
import { CallAnalysis, type CompletedCall } from "@call-analysis/sdk";

const service = createMockService({ seed: 1 });
const sdk = new CallAnalysis({ ...service.clientOptions(), fetch: service.fetch, dangerouslyAllowBrowser: true });

export async function run(file: File, signal: AbortSignal): Promise<CompletedCall> {
  const [agent] = await sdk.agents.list({ signal });
  const [category] = await sdk.categories.list();
  const call = { file, memberId: agent?.id ?? "", categoryId: category?.id ?? "" };
  return sdk.calls.analyzeFile(call, { onProgress: ({ sentBytes }) => sentBytes.toFixed() });
}
