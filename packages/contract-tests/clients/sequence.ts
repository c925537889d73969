/**
 * The whole sequence of the specification's section 1, for a client that a tool generated from the documents. It is
 * compiled with the generated code, so it also checks the types that the tool made.
 */

/** What a generated client can do. Each function rejects unless the service reports success. */
export interface GeneratedClient {
  createAgent(body: { name: string; email: string }): Promise<{ data: { id: string; userId: string } }>;
  updateAgent(id: string, body: { name?: string }): Promise<{ data: { memberId: string; name: string } }>;
  deleteAgent(id: string): Promise<{ success: boolean }>;
  listAgents(): Promise<{ data: { id: string; createdAt: string }[] }>;
  listCategories(): Promise<{ data: { id: string }[] }>;
  getCategory(id: string): Promise<{ data: { possibleOutcomes: { label: string }[] } }>;
  createUploadUrl(body: { filename: string; contentType: string }): Promise<{
    data: { presignedUrl: string; publicUrl: string };
  }>;
  createCall(body: {
    memberId: string;
    categoryId: string;
    audio_url: string;
    udfs?: Record<string, unknown>;
    date?: string;
  }): Promise<{ data: { callId: string; status: string } }>;
  getCallAnalysis(callId: string): Promise<{
    data: { status: string; analysis?: { score: number; outcomeLabel: string; sections: unknown[] } | null };
  }>;
  addProspect(
    campaignId: string,
    body: { name: string; phone: string; [key: string]: unknown },
  ): Promise<{ success: boolean; added_count: number }>;
}

const contentType = "audio/wav";

/** Goes through the sequence. @throws {Error} when a step does not do what the specification says */
export async function runSequence(client: GeneratedClient, campaignId: string): Promise<void> {
  const agent = (await client.createAgent({ name: "Kavya Menon", email: "kavya.menon@example.com" })).data;
  const listed = (await client.listAgents()).data.find(({ id }) => id === agent.id);
  expect(listed !== undefined, "a registered agent is in the list");
  const [category] = (await client.listCategories()).data;
  if (!category) throw new Error("There is no category.");
  const { possibleOutcomes } = (await client.getCategory(category.id)).data;

  const { presignedUrl, publicUrl } = (await client.createUploadUrl({ filename: "call.wav", contentType })).data;
  const body = new Uint8Array(16_000);
  const upload = await fetch(presignedUrl, { method: "PUT", headers: { "content-type": contentType }, body });
  expect(upload.ok, "the upload succeeds");

  const fields = { memberId: agent.id, categoryId: category.id, audio_url: publicUrl };
  const { callId, status } = (await client.createCall({ ...fields, udfs: { crmId: "84113" }, date: "2026-01-12" }))
    .data;
  expect(status === "processing", "a new call is processing");
  const analysis = await untilCompleted(client, callId);
  const isKnown = possibleOutcomes.some(({ label }) => label === analysis.outcomeLabel);
  expect(isKnown && analysis.sections.length > 0, "the analysis is that of the category");

  const updated = (await client.updateAgent(agent.id, { name: "Kavya R. Menon" })).data;
  expect(updated.memberId === agent.id && updated.name === "Kavya R. Menon", "the agent is renamed");
  expect((await client.deleteAgent(agent.id)).success, "the agent is deleted");
  const added = await client.addProspect(campaignId, { name: "Ravi Kumar", phone: "+910000000000", city: "Pune" });
  expect(added.success && added.added_count === 1, "the prospect is added");
}

async function untilCompleted(client: GeneratedClient, callId: string) {
  for (let polls = 0; polls < 100; polls += 1) {
    const { status, analysis } = (await client.getCallAnalysis(callId)).data;
    if (status === "completed" && analysis) return analysis;
  }
  throw new Error("The call is not completed after 100 polls.");
}

function expect(isTrue: boolean, statement: string): void {
  if (!isTrue) throw new Error(`Not so: ${statement}.`);
}
