import { expect } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { createCall, known, readAnalysis } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

/** Sends a creation that is right but for some fields; undefined leaves a field out. `refused` are the fields named. */
async function create(change: Fields) {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const body = { memberId: agent.id, categoryId: category.id, audio_url, ...change };
  const reply = await ask<{ data?: Fields; error?: { fields: Fields[] } }>(service, "POST /calls", { body });
  return { status: reply.status, data: reply.body.data, refused: reply.body.error?.fields };
}

test("section 2, Call (as created): `callId` is a string that the analysis endpoint knows", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  expect(callId).toEqual(expect.stringMatching(/./));
  expect((await readAnalysis(service, callId)).callId).toBe(callId);
});

test("section 2, Call (as created): `status` is `processing` immediately after creation", async () => {
  expect((await create({})).data?.status).toBe("processing");
});

test("section 2, Call input: `memberId` is required, and an id or an e-mail of an agent", async () => {
  expect((await create({ memberId: undefined })).refused).toEqual([{ path: "memberId", message: "is required" }]);
  expect((await create({ memberId: "asha.verma@example.com" })).status).toBe(202);
});

test("section 2, Call input: `categoryId` is required, and the category of the analysis", async () => {
  expect((await create({ categoryId: undefined })).refused).toMatchObject([{ path: "categoryId" }]);
  expect((await create({ categoryId: "cat_nowhere" })).status).toBe(404);
});

test("section 2, Call input: `audio_url` is required, and an address", async () => {
  expect((await create({ audio_url: undefined })).refused).toMatchObject([{ path: "audio_url" }]);
  for (const audio_url of ["call.wav", "file:///call.wav", "ftp://example.com/call.wav", ""]) {
    expect((await create({ audio_url })).refused).toMatchObject([{ path: "audio_url" }]);
  }
});

test("section 2, Call input: `udfs` is optional, and a free-form object", async () => {
  expect((await create({ udfs: undefined })).status).toBe(202);
  expect((await create({ udfs: { any: [1, { thing: null }] } })).status).toBe(202);
  for (const udfs of ["text", 7, ["list"], null]) {
    expect((await create({ udfs })).refused).toMatchObject([{ path: "udfs" }]);
  }
});

test("section 2, Call input: `date` is optional, and a string of an accepted form", async () => {
  expect((await create({ date: undefined })).status).toBe(202);
  expect((await create({ date: "2026-01-31" })).status).toBe(202);
  for (const date of ["31.01.2026", "yesterday", "", 20_260_131]) {
    expect((await create({ date })).refused).toMatchObject([{ path: "date" }]);
  }
});
