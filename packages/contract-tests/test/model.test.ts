import { expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { checkModel } from "./model/check-model.ts";

/** Faults that show only in several requests: of agents, uploads and calls. */
const stateful = [
  "an update changes every agent",
  "the public address returns other bytes than were uploaded",
  "the status pending is skipped",
];

/** The longest of these faults needs four requests. Shrinking may leave a few that do not matter. */
const fewRequests = 8;

test("random sequences of requests get the responses that a small model of the service predicts", async () => {
  const { failed, counterexample, errorInstance, seed } = await checkModel((service) => service.fetch, {
    sequences: process.env.LONG_TESTS ? 60 : 20,
  });
  expect({ failed, sequence: String(counterexample), errorInstance, seed }).toMatchObject({ failed: false });
});

test.each(stateful)("a random sequence finds that %s, and is shrunk to a few requests", async (name) => {
  const [fault] = allCases.flatMap(({ faults }) => faults?.[name] ?? []);
  if (!fault) throw new Error(`There is no fault in which ${name}.`);
  const { failed, counterexample } = await checkModel(fault, { sequences: 300, seed: 1 });
  expect(failed).toBe(true);
  expect([...(counterexample?.[0] ?? [])].length).toBeLessThanOrEqual(fewRequests);
});
