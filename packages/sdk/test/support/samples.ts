/** Responses as the contract's documents show them. */
import campaigns from "@call-analysis/sdk/campaigns.openapi.json" with { type: "json" };
import external from "@call-analysis/sdk/openapi.json" with { type: "json" };

const { examples } = external.components;

export const agentList = examples.AgentList.value;
export const createdAgent = examples.CreatedAgent.value;
export const createdCall = examples.CreatedCall.value;
export const prospectAdded = campaigns.components.examples.ProspectAdded.value;

/** What creates a call. */
export const callInput = { memberId: "mem_1", categoryId: "cat_1", audio_url: "https://files.example.com/1.wav" };
