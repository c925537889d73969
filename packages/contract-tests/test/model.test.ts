import { expect, test } from "vitest";
import { checkModel } from "./model/check-model.ts";
import { agentMutants } from "./mutants/agent-mutants.ts";
import { analysisMutants } from "./mutants/analysis-mutants.ts";
import { callMutants } from "./mutants/call-mutants.ts";
import { uploadMutants } from "./mutants/upload-mutants.ts";

const mutants = [...agentMutants, ...uploadMutants, ...callMutants, ...analysisMutants];

/** Mutants that show only in several requests. */
const stateful = [
  "a deleted agent is still in the list",
  "an update returns success and is not stored",
  "an update changes every agent",
  "an expired address is valid",
  "the public address returns other bytes than were uploaded",
  "user-defined fields are lost",
  "the status pending is skipped",
];

/** The longest of these mutants needs four requests. Shrinking may leave a few that do not matter. */
const fewRequests = 8;

test("random sequences of requests get the responses that a small model of the service predicts", async () => {
  const { failed, counterexample, errorInstance, seed } = await checkModel((service) => service.fetch, {
    sequences: 60,
  });
  expect({ failed, sequence: String(counterexample), errorInstance, seed }).toMatchObject({ failed: false });
});

test.each(stateful)("a random sequence finds that %s, and is shrunk to a few requests", async (name) => {
  const apply = mutants.find((mutant) => mutant.name === name)?.apply;
  if (!apply) throw new Error(`There is no mutant in which ${name}.`);
  const { failed, counterexample } = await checkModel(apply, { sequences: 300, seed: 1 });
  expect(failed).toBe(true);
  expect([...(counterexample?.[0] ?? [])].length).toBeLessThanOrEqual(fewRequests);
});
