/** What a run creates, told before it starts. */
import { createFake, fakeTarget } from "../targets/fake.ts";
import type { Target } from "../targets/target.ts";
import { countOf, lastingCreations, lastingText } from "./clean-up.ts";
import { type RunOptions, runCases } from "./run-cases.ts";

/** How many of each a run on a target will create, if the service behaves as a fake does: the same cases run on one. */
export async function creationsText(target: Target, options: RunOptions): Promise<string> {
  const { advanceClock: _fakesOnly, ...fake } = fakeTarget(createFake(), { name: "live" });
  const { generatedInputs, campaign, otherApiKey } = target;
  const alike = {
    ...fake,
    generatedInputs,
    campaign: campaign && fake.campaign,
    otherApiKey: otherApiKey && fake.otherApiKey,
  };
  const { outcomes } = await runCases(alike, options);
  const responses = outcomes.flatMap((outcome) => outcome.responses);
  const [agents, uploads] = [countOf(responses, "createAgent"), countOf(responses, "uploadRecording")];
  return [
    `live: this run registers about ${agents} agents, uploads ${uploads} recordings of up to two minutes,`,
    `and creates ${lastingText(lastingCreations(responses))}. The agents are deleted at its end. All else stays,`,
    "and calls may be billed. To compare without creating anything: call-analysis check",
  ].join("\n  ");
}
