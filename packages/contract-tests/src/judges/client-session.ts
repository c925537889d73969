import type { CallAnalysis } from "@call-analysis/sdk";
import { wav } from "../steps/wav.ts";

/** The client's own way through the whole interface: every method, with what real callers pass. */
export async function runClientSession(sdk: CallAnalysis, campaignId: string): Promise<void> {
  const agent = await sdk.agents.create({ name: "Judge's agent", email: "judge@example.com" });
  await sdk.agents.update(agent.id, { name: "Judge's own agent" });
  await sdk.agents.list();
  const categories = await sdk.categories.list();
  for (const { id } of categories) await sdk.categories.get(id);
  const fields = { memberId: agent.id, categoryId: categories[0]?.id ?? "" };
  const { callId } = await analyze(sdk, fields);
  await sdk.calls.getAnalysis(callId);
  await sdk.calls.create({ ...fields, memberId: agent.email, audio_url: "https://recordings.example.com/a.wav" });
  await sdk.campaigns.addProspect(campaignId, { name: "Judge's prospect", phone: "+910000000000", city: "Pune" });
  await sdk.agents.delete(agent.id);
}

function analyze(sdk: CallAnalysis, fields: { memberId: string; categoryId: string }) {
  const file = { file: wav({ seconds: 2 }), filename: "judge.wav", contentType: "audio/wav" };
  const poll = { initialDelayMs: 1, intervalMs: 1 };
  return sdk.calls.analyzeFile({ ...fields, ...file, udfs: { crmId: "84113" }, date: "05/02/2026" }, { poll });
}
