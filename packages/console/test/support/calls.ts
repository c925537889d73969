import type { Fake } from "./fake.ts";

/** Creates a call of a hosted recording and completes it with parts of an analysis. Returns its id. */
export async function completedCall(
  { sdk, control }: Fake,
  { name, category = 0, analysis = {} }: { name: string; category?: number; analysis?: object },
): Promise<string> {
  const [agents, categories] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const { callId } = await sdk.calls.create({
    memberId: agents[0]?.id ?? "",
    categoryId: categories[category]?.id ?? "",
    audio_url: `https://recordings.example.com/${name}.wav`,
  });
  await control("POST", `/calls/${callId}/complete`, analysis);
  return callId;
}
