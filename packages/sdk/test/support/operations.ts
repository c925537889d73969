import type { CallAnalysis } from "@call-analysis/sdk";
import { callInput } from "./samples.ts";

/** An operation as a test runs it. */
type Run = (sdk: CallAnalysis) => PromiseLike<unknown>;

/** Operations that are sent once, by name. */
export const creations: Record<string, Run> = {
  "calls.create": (sdk) => sdk.calls.create(callInput),
  "agents.create": (sdk) => sdk.agents.create({ name: "Asha", email: "asha@example.com" }),
  "campaigns.addProspect": (sdk) => sdk.campaigns.addProspect("spring", { name: "Ravi", phone: "+911" }),
};

/** Operations that may be sent again, by name. */
export const repeatables: Record<string, Run> = {
  "agents.list": (sdk) => sdk.agents.list(),
  "agents.update": (sdk) => sdk.agents.update("mem_1", { name: "Asha" }),
  "agents.delete": (sdk) => sdk.agents.delete("mem_1"),
  "categories.list": (sdk) => sdk.categories.list(),
  "categories.get": (sdk) => sdk.categories.get("cat_1"),
  "calls.getAnalysis": (sdk) => sdk.calls.getAnalysis("call_1"),
  "calls.createUploadUrl": (sdk) => sdk.calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" }),
};
