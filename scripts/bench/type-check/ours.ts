import { CallAnalysis } from "@call-analysis/sdk";

const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "https://host.example/v1" });

export async function review(callId: string): Promise<string[]> {
  const [agent] = await sdk.agents.list();
  const created = await sdk.agents.create({ name: "Asha Rao", email: "asha@example.com" });
  const category = await sdk.categories.get("category");
  const call = await sdk.calls.create({
    memberId: agent?.id ?? created.id,
    categoryId: category.id,
    audio_url: "https://host.example/call.wav",
  });
  const { status, analysis, metadata } = await sdk.calls.getAnalysis(callId);
  const results = (analysis?.sections ?? []).flatMap(({ criterias }) => criterias.map(({ result }) => String(result)));
  return [call.callId, status, String(analysis?.score), metadata?.createdAt ?? "", ...results];
}
