import { expect, test, vi } from "vitest";
import { agentFaults } from "./faults/agent-faults.ts";
import { analysisFaults } from "./faults/analysis-faults.ts";
import { callFaults } from "./faults/call-faults.ts";
import { uploadFaults } from "./faults/upload-faults.ts";
import { checkModel } from "./model/check-model.ts";

// Whole runs take their time on a machine that has much to do.
vi.setConfig({ testTimeout: 60_000 });

const faults = [...agentFaults, ...uploadFaults, ...callFaults, ...analysisFaults];

/** Faults that show only over several requests. */
const stateful = [
  "a deleted agent is still in the list",
  "an update is answered and not stored",
  "an update changes every agent",
  "an expired address is good",
  "the public address gives other bytes than were uploaded",
  "user-defined fields are lost",
  "pending is left out",
];

/** The longest of these faults takes four requests; shrinking may leave a few that do not matter. */
const fewRequests = 8;

test("random sequences of requests get the answers that follow from a small model of the service", async () => {
  const { failed, counterexample, errorInstance, seed } = await checkModel((service) => service.fetch, {
    sequences: 60,
  });
  expect({ failed, sequence: String(counterexample), errorInstance, seed }).toMatchObject({ failed: false });
});

test.each(stateful)("it is found that %s, and the sequence is shrunk to a few requests", async (name) => {
  const apply = faults.find((fault) => fault.name === name)?.apply;
  if (!apply) throw new Error(`There is no fault that ${name}.`);
  const { failed, counterexample } = await checkModel(apply, { sequences: 300, seed: 1 });
  expect(failed).toBe(true);
  expect([...(counterexample?.[0] ?? [])].length).toBeLessThanOrEqual(fewRequests);
});
