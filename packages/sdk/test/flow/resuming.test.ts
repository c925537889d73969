import { ConfigurationError, type ResumeToken } from "@call-analysis/sdk";
import { expect } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { cut, json, test } from "../upload/recording-service.js";

const call = {
  memberId: "m",
  categoryId: "c",
  audio_url: "https://host/call.wav",
  udfs: { order: 7 },
  date: "2026-01-02",
};
const uploaded: ResumeToken = { version: 1, stage: "create", uncertain: false, call };
const doubtful: ResumeToken = { ...uploaded, uncertain: true };
const created: ResumeToken = { version: 1, stage: "poll", callId: "call-1" };
const poll = { initialDelayMs: 0, intervalMs: 1 };

test("a token of a created call is polled, and creates nothing", async ({ service }) => {
  const result = await service.client().calls.resume(created, { poll });
  expect(result.status).toBe("completed");
  expect(service.reads[0]?.path).toBe("/v1/calls/call-1/analysis");
  expect(service.creates).toHaveLength(0);
});

test("a token of an upload creates its call, field by field, and polls it", async ({ service }) => {
  const result = await service.client().calls.resume(uploaded, { poll });
  expect(result.status).toBe("completed");
  expect(service.creates.map(({ body }) => JSON.parse(String(body)))).toEqual([call]);
});

test("a token goes through JSON unchanged", async ({ service }) => {
  const token = JSON.parse(JSON.stringify(uploaded));
  await service.client().calls.resume(token, { poll });
  expect(service.creates.map(({ body }) => JSON.parse(String(body)))).toEqual([call]);
});

test.for([1, "true", "no", {}])(
  "recreate is true and nothing like it: with %o an uncertain creation is refused",
  async (recreate, { service }) => {
    const error = await failureOf(service.client().calls.resume(doubtful, { poll, recreate: recreate as never }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(service.creates).toHaveLength(0);
  },
);

test("a creation that is uncertain is refused, and nothing is sent", async ({ service }) => {
  const error = await failureOf(service.client().calls.resume(doubtful, { poll }));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain("{ recreate: true }");
  expect(service.creates).toHaveLength(0);
});

test("a creation that is uncertain is sent again with recreate: true", async ({ service }) => {
  await service.client().calls.resume(doubtful, { poll, recreate: true });
  expect(service.creates).toHaveLength(1);
});

test("a resumed flow that stops again carries a token again", async ({ service }) => {
  service.answer("creates", cut);
  const stop = service.client().calls.resume(uploaded, { poll });
  await expect(stop).rejects.toMatchObject({ stage: "create", resume: { ...uploaded, uncertain: true } });
});

test("a creation that was refused is sent again by resume", async ({ service }) => {
  service.answer("creates", json(422, { detail: "no such member yet" }));
  const sdk = service.client();
  const error = await failureOf(sdk.calls.analyzeUrl(call, { poll }));
  expect(error).toMatchObject({ status: 422, stage: "create", resume: uploaded });
  await sdk.calls.resume((error as { resume: ResumeToken }).resume, { poll });
  expect(service.creates).toHaveLength(2);
});

test("fields of a creation that was refused are corrected without another upload", async ({ service }) => {
  service.answer("creates", json(404, { detail: "no such member" }));
  const sdk = service.client();
  const file = new Blob(["RIFF"], { type: "audio/wav" });
  const typo = { file, memberId: "typo@example.com", categoryId: "c", udfs: { order: 7 } };
  const { resume } = (await failureOf(sdk.calls.analyzeFile(typo, { poll }))) as { resume: ResumeToken };
  const corrections = { memberId: "right@example.com", date: new Date("2026-01-02T03:04:05Z") };
  expect(await sdk.calls.resume(resume, { poll, call: corrections })).toMatchObject({ status: "completed" });
  expect(service.puts).toHaveLength(1);
  const [refused, created] = service.creates.map(({ body }) => JSON.parse(String(body)));
  expect(created).toEqual({ ...refused, memberId: "right@example.com", date: "2026-01-02T03:04:05.000Z" });
});

test.for<[string, ResumeToken, object, RegExp]>([
  ["of a field that calls do not have", uploaded, { member: "m" }, /member .*memberId/],
  ["that is not a field's value", uploaded, { memberId: "" }, /memberId/],
  ["that is no object", uploaded, "m" as unknown as object, /: 0 is unknown/],
  ["of a call that exists", created, { memberId: "m" }, /exists/],
  ["of a creation that is uncertain", doubtful, { memberId: "m" }, /recreate/],
])("a correction %s is refused, and nothing is sent", async ([, token, corrections, words], { service }) => {
  const error = await failureOf(service.client().calls.resume(token, { poll, call: corrections }));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toMatch(words);
  expect([...service.creates, ...service.reads]).toHaveLength(0);
});

test.for<[string, unknown, string]>([
  ["null", null, "version must be 1"],
  ["undefined", undefined, "version must be 1"],
  ["a string of JSON", JSON.stringify(created), "JSON.parse"],
  ["a token of version 2", { ...created, version: 2 }, "version must be 1, and is 2"],
  ["a token without a version", { stage: "poll", callId: "call-1" }, "version must be 1"],
  ["a token of another stage", { version: 1, stage: "upload" }, "stage must be"],
  ["a token of a call without an id", { version: 1, stage: "poll" }, "callId"],
  ["a token of a call with an empty id", { version: 1, stage: "poll", callId: "" }, "callId"],
  ["a token without its call", { version: 1, stage: "create", uncertain: false }, "call"],
  ["a token that does not say whether it is certain", { version: 1, stage: "create", call }, "uncertain"],
  ["a token whose call has no member", { ...uploaded, call: { ...call, memberId: 7 } }, "memberId"],
  ["a token whose call has no recording", { ...uploaded, call: { ...call, audio_url: "" } }, "audio_url"],
  ["a token whose call has a strange date", { ...uploaded, call: { ...call, date: 7 } }, "date"],
])("%s is refused before anything is sent, and the error says why", async ([, token, words], { service }) => {
  // As JavaScript's callers may do.
  const error = await failureOf(service.client().calls.resume(token as ResumeToken));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain(words);
  expect([...service.creates, ...service.reads]).toHaveLength(0);
});
