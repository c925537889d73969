import { ConfigurationError, type CreationLedger, type ResumeToken } from "@call-analysis/sdk";
import { expect, vi } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { cut, json, type RecordingService, test } from "../upload/recording-service.js";

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

test("a token of an upload creates its call, with the fields of a call and no others, and polls it", async ({
  service,
}) => {
  const token = { ...uploaded, call: { ...call, price: 7 } };
  const result = await service.client().calls.resume(token, { poll });
  expect(result.status).toBe("completed");
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

test("a resumed flow that stops again carries a token again", async ({ service }) => {
  service.answer("creates", cut);
  const stop = service.client().calls.resume(uploaded, { poll });
  await expect(stop).rejects.toMatchObject({ stage: "create", resume: { ...uploaded, uncertain: true } });
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

test("an uncertain creation that is resumed stays uncertain until its ledger has decided", async ({ service }) => {
  const key = "order-7";
  const token = { ...doubtful, key };
  const claim = vi.fn<CreationLedger["claim"]>();
  const ledger = { claim, created: async () => {}, released: async () => {} };
  const stop = (options: object = {}) =>
    failureOf(service.client().calls.resume(token, { poll, ledger, key, ...options }));
  claim.mockRejectedValueOnce(new Error("Redis is away"));
  expect(await stop()).toMatchObject({ resume: { stage: "create", uncertain: true, key } });
  expect(await stop({ signal: AbortSignal.abort() })).toMatchObject({ resume: { uncertain: true } });
  claim.mockResolvedValue({ status: "claimed" });
  service.answer("creates", json(422, {}));
  expect(await stop()).toMatchObject({ name: "UnprocessableEntityError", resume: { uncertain: false } });
});

/** A token of a creation that the service refused. */
async function refusedToken(service: RecordingService): Promise<ResumeToken> {
  service.answer("creates", json(404, { detail: "no such member" }));
  const { resume } = (await failureOf(service.client().calls.analyzeUrl(call, { poll }))) as { resume: ResumeToken };
  return resume;
}

const callExists = {
  name: "ConfigurationError",
  message: expect.stringContaining("the call exists"),
  resume: { stage: "poll", callId: "call-2" },
};

test("a correction of a call that this process has created meanwhile is refused, with a token of the call", async ({
  service,
}) => {
  const token = await refusedToken(service);
  const { calls } = service.client();
  const correct = (categoryId: string) => calls.resume(token, { poll, call: { categoryId } });
  expect(await correct("second")).toMatchObject({ callId: "call-2" });
  expect(await failureOf(correct("third"))).toMatchObject(callExists);
  // Without corrections the token goes on to its call.
  expect(await calls.resume(token, { poll })).toMatchObject({ callId: "call-2" });
  expect(service.creates).toHaveLength(2);
});

test("a correction of an uncertain creation that was recreated meanwhile is refused", async ({ service }) => {
  service.answer("creates", cut);
  const { calls } = service.client();
  const { resume } = (await failureOf(calls.analyzeUrl(call, { poll }))) as { resume: ResumeToken };
  const correct = (order: number) => calls.resume(resume, { poll, recreate: true, call: { udfs: { order } } });
  expect(await correct(8)).toMatchObject({ callId: "call-2" });
  expect(await failureOf(correct(9))).toMatchObject(callExists);
});

test("of two corrections at once, the second waits for the first, and is sent only if that is refused", async ({
  service,
}) => {
  const { calls } = service.client();
  const correctTwice = (token: ResumeToken) =>
    Promise.allSettled(["one", "two"].map((categoryId) => calls.resume(token, { poll, call: { categoryId } })));
  const [created, late] = await correctTwice(await refusedToken(service));
  expect([created, late]).toMatchObject([{ value: { callId: "call-2" } }, { reason: callExists }]);
  const token = await refusedToken(service);
  service.answer("creates", json(404, { detail: "no such category" }));
  const [refused, sent] = await correctTwice(token);
  expect([refused, sent]).toMatchObject([{ reason: { name: "NotFoundError" } }, { status: "fulfilled" }]);
  const categories = service.creates.map(({ body }) => JSON.parse(String(body)).categoryId);
  expect(categories).toEqual(["c", "one", "c", "one", "two"]);
});
