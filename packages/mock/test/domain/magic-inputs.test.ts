import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask, type Refused } from "../support/ask.js";
import { createCall, finishedCall, known, readAnalysis } from "../support/flow.js";

test("`mock:status` says how a call ends, or where it stays", async () => {
  const service = createMockService();
  const seen: string[] = [];
  for (const status of ["completed", "failed", "processing", "pending"]) {
    const callId = await createCall(service, { udfs: { "mock:status": status } });
    for (let read = 0; read < 3; read += 1) await readAnalysis(service, callId);
    seen.push((await readAnalysis(service, callId)).status);
  }
  expect(seen).toEqual(["completed", "failed", "processing", "pending"]);
});

test("a magic input goes before a rule of the engine", async () => {
  const service = createMockService();
  service.engine.when({}).complete({ score: 10 });
  const outcomeLabel = known(service).category.possibleOutcomes.at(-1)?.label;
  const udfs = { "mock:score": 90, "mock:outcome": outcomeLabel };
  expect(await finishedCall(service, { udfs })).toMatchObject({
    analysis: { score: 90, outcomeLabel },
    metadata: { udfs },
  });
});

test("what a rule of the engine says besides the end counts for a call with magic inputs, too", async () => {
  const service = createMockService();
  service.engine.when({}).fail().afterPolls(0);
  const callId = await createCall(service, { udfs: { "mock:score": 90 } });
  expect(await readAnalysis(service, callId)).toMatchObject({ status: "completed", analysis: { score: 90 } });
});

test("`mock:stall` keeps a call processing when it is true, and says nothing when it is false", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const seen: string[] = [];
  for (const stall of [true, false]) {
    const callId = await createCall(service, { udfs: { "mock:stall": stall } });
    seen.push((await readAnalysis(service, callId)).status);
  }
  expect(seen).toEqual(["processing", "completed"]);
});

test.each([
  ["mock:outcome", "Sold the moon"],
  ["mock:outcome", 7],
  ["mock:score", "82"],
  ["mock:score", null],
  ["mock:status", "nonsense"],
  ["mock:status", "constructor"],
  ["mock:stall", "yes"],
  ["mock:nonsense", 1],
])("%s %j is refused with 400 that names the key, and no call is created", async (key, value) => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const body = { memberId: agent.id, categoryId: category.id, audio_url, udfs: { [key]: value } };
  const reply = await ask<Refused>(service, "POST /calls", { body });
  expect([reply.status, reply.body.error.fields.map(({ path }) => path)]).toEqual([400, [`udfs.${key}`]]);
  expect(service.db.calls.list()).toEqual([]);
});

test("a magic key of a seeded call that is not known is named with its place", () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const call = { memberId: agent.id, categoryId: category.id, audio_url, udfs: { "mock:nonsense": 1 } };
  expect(() => service.seed({ calls: [call] })).toThrow(/^calls\[0\]\.udfs\.mock:nonsense: is unknown/);
});
