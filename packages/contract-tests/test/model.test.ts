import { expect, test } from "vitest";
import { checkModel } from "./model/check-model.ts";
import { allMutants } from "./mutants/all-mutants.ts";

/** Mutants that show only in several requests: of agents, uploads and calls. */
const stateful = [
  "an update changes every agent",
  "the public address returns other bytes than were uploaded",
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
  const apply = allMutants.find((mutant) => mutant.name === name)?.apply;
  if (!apply) throw new Error(`There is no mutant in which ${name}.`);
  const { failed, counterexample } = await checkModel(apply, { sequences: 300, seed: 1 });
  expect(failed).toBe(true);
  expect([...(counterexample?.[0] ?? [])].length).toBeLessThanOrEqual(fewRequests);
});
