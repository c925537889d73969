/** What a run creates, told before it starts. */
import { createFake, fakeTarget } from "../targets/fake.ts";
import type { Target } from "../targets/target.ts";
import { countOf, type LastingCreations, lastingCreations, lastingText } from "./clean-up.ts";
import { type RunOptions, runCases } from "./run-cases.ts";

/** How many of each a run creates, if the service behaves as the fake does. */
export interface Creations extends LastingCreations {
  agents: number;
  uploads: number;
}

/** Counts what a run on a target will create, by running the same cases on a fake. */
export async function creationsOf(target: Target, options: RunOptions): Promise<Creations> {
  const { advanceClock: _fakesOnly, ...fake } = fakeTarget(createFake(), { name: "live" });
  const { campaign, otherApiKey } = target;
  const { generatedInputs } = target;
  const alike = {
    ...fake,
    generatedInputs,
    campaign: campaign && fake.campaign,
    otherApiKey: otherApiKey && fake.otherApiKey,
  };
  const { outcomes } = await runCases(alike, options);
  const responses = outcomes.flatMap((outcome) => outcome.responses);
  return {
    agents: countOf(responses, "createAgent"),
    uploads: countOf(responses, "uploadRecording"),
    ...lastingCreations(responses),
  };
}

/** The creations in a few sentences. */
export function creationsText({ agents, uploads, ...staying }: Creations): string {
  return [
    `live: this run registers about ${agents} agents, uploads ${uploads} recordings of up to two minutes,`,
    `and creates ${lastingText(staying)}. The agents are deleted at its end. All else stays,`,
    "and calls may be billed. To compare without creating anything: call-analysis check",
  ].join("\n  ");
}
