/** What a run creates, told before it starts. */
import type { AnyOperation } from "../contract/openapi-document.ts";
import { isSuccess } from "../contract/response-check.ts";
import { createFake, fakeTarget } from "../targets/fake.ts";
import type { Target } from "../targets/target.ts";
import { type RunOptions, runCases } from "./run-cases.ts";

/** How many of each a run creates, if the service behaves as the fake does. */
export interface Creations {
  agents: number;
  uploads: number;
  calls: number;
  prospects: number;
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
  const count = (operation: AnyOperation) =>
    responses.filter((response) => response.operation === operation && isSuccess(response)).length;
  return {
    agents: count("createAgent"),
    uploads: count("uploadRecording"),
    calls: count("createCall"),
    prospects: count("addProspect"),
  };
}

/** The creations in two sentences. */
export function creationsText({ agents, uploads, calls, prospects }: Creations): string {
  return [
    `live: this run registers about ${agents} agents, uploads ${uploads} recordings of a few seconds,`,
    `creates ${calls} calls and adds ${prospects} prospects. The agents are deleted at its end. Calls and prospects stay,`,
    "and calls may be billed. To compare without creating anything: call-analysis check",
  ].join("\n  ");
}
