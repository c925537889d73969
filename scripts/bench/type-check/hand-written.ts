interface Agent {
  id: string;
  userId: string;
  name: string;
  email: string;
  image?: string | null;
  createdAt?: string;
}

interface Criterion {
  criteriaId: string;
  question: string;
  result: string;
  rationale: string;
}

interface Section {
  sectionId: string;
  sectionName: string;
  score: number | null;
  totalScore: number | null;
  criterias: Criterion[];
}

interface Analysis {
  score: number | null;
  outcomeLabel: string | null;
  sections: Section[];
}

interface Snapshot {
  callId: string;
  status: string;
  analysis: Analysis | null;
  metadata?: { createdAt?: string; duration?: number };
}

interface Client {
  agents: { list(): Promise<Agent[]>; create(agent: { name: string; email: string }): Promise<Agent> };
  categories: { get(id: string): Promise<{ id: string; name: string }> };
  calls: {
    create(call: { memberId: string; categoryId: string; audio_url: string }): Promise<{ callId: string }>;
    getAnalysis(callId: string): Promise<Snapshot>;
  };
}

declare const sdk: Client;

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
