import { NotFoundError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { deletedAgent } from "../support/samples.ts";
import { empty, halfBody, json, reset, type ScriptedResponse, stall } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf } from "../support/test-client.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";

const gone = json(404, { message: "no such agent" });

async function deletionAgainst(...script: [ScriptedResponse, ...ScriptedResponse[]]) {
  useVirtualTime();
  const service = await startScriptedService(...script);
  return { service, deletion: clientOf(service, { timeoutMs: 60_000 }).agents.delete("mem_1") };
}

test.each([
  ["a 500", empty(500)],
  ["a reset", reset()],
  ["a timeout", thenPass(60_000, stall())],
  ["half an answer", halfBody(200, deletedAgent)],
])("a deletion that meets 404 after %s has succeeded", async (_name, first) => {
  const { service, deletion } = await deletionAgainst(first, gone);
  await expect(deletion).resolves.toBeUndefined();
  expect(service.requests).toHaveLength(2);
});

test("a deletion that meets 404 after a 500 and a 429 has succeeded", async () => {
  const { deletion } = await deletionAgainst(empty(500), empty(429), gone);
  await expect(deletion).resolves.toBeUndefined();
});

test("a deletion that meets 404 at the first attempt has failed", async () => {
  const { deletion } = await deletionAgainst(gone);
  expect(await rejectionOf(deletion, NotFoundError)).toMatchObject({ attempts: 1 });
});

test("a deletion that meets 404 after a 429 has failed, because the 429 proves that nothing was deleted", async () => {
  const { deletion } = await deletionAgainst(empty(429), gone);
  expect(await rejectionOf(deletion, NotFoundError)).toMatchObject({ attempts: 2 });
});

test("for no other method a 404 after a 500 is a success", async () => {
  const service = await startScriptedService(empty(500), gone);
  await rejectionOf(clientOf(service).agents.update("mem_1", { name: "Asha" }), NotFoundError);
});

test("asResponse of a deletion that an earlier attempt had done gives the 404", async () => {
  const { deletion } = await deletionAgainst(empty(500), gone);
  const { data, response } = await deletion.withResponse();
  expect(data).toBeUndefined();
  expect(response.status).toBe(404);
});
