/** Flows with a `fileJournal`, on the fake: what is sent, and what a person decides about it. */
import { existsSync } from "node:fs";
import { type Journal, JournalError, RecordingError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf, startFake } from "../public/support/fake.ts";
import { claimOf, journalPath, openJournal } from "../support/journal-files.ts";

function start() {
  const { service, sdk, memberId, categoryId, asked } = startFake();
  const call = { memberId, categoryId };
  const input = (fill = 7) => ({ ...call, file: new Blob([new Uint8Array(5_000).fill(fill)], { type: "audio/wav" }) });
  const calls = () => service.db.calls.list();
  return { service, sdk, journal: openJournal(journalPath()), call, input, calls, asked };
}

/** An input whose outcome nobody has recorded, and its call, which exists all the same. */
async function startUncertain() {
  const started = start();
  const { sdk, journal, input, calls } = started;
  const record = async (key: string, fill?: number) => {
    const claim: Journal["claim"] = (...claiming) => journal.claim(...claiming);
    const silent: Journal = { claim, created: async () => {}, released: async () => {} };
    await sdk.calls.submitFile(input(fill), { journal: silent, key });
    await journal.uncertain(key);
  };
  await record("order-7");
  return { ...started, record, callId: calls()[0]?.id ?? "" };
}

test("a recording that cannot be read is a RecordingError, also where its digest is its key", async () => {
  const { sdk, journal, input, asked } = start();
  const missing = { ...input(), file: { path: "/nowhere/call.wav" } };
  const error = await failureOf(sdk.calls.submitFile(missing, { journal }));
  expect(error).toBeInstanceOf(RecordingError);
  expect(String(error)).toContain("/nowhere/call.wav cannot be read");
  expect(asked("createCall")).toBe(0);
});

test("settle({ skip: true }) leaves it out with an error of its own, until it is settled with recreate", async () => {
  const { sdk, journal, input, calls } = await startUncertain();
  await journal.settle(sdk, "order-7", { skip: true });
  const error = await failureOf(sdk.calls.submitFile(input(), { journal, key: "order-7" }));
  expect(JournalError.is(error) && error.code).toBe("skipped");
  await journal.settle(sdk, "order-7", { recreate: true });
  await sdk.calls.submitFile(input(), { journal, key: "order-7" });
  expect(calls()).toHaveLength(2);
});

test("settle() takes the beginning of a key where it is unique, and says where it is not", async () => {
  const { sdk, journal, record, callId } = await startUncertain();
  await record("order-77", 8);
  await expect(journal.settle(sdk, "ord", { skip: true })).rejects.toThrow("several keys begin with");
  await expect(journal.settle(sdk, "none", { skip: true })).rejects.toThrow("no key begins with");
  await expect(journal.settle(sdk, "", { skip: true })).rejects.toThrow("no key begins with");
  // A whole key is no beginning of another.
  await journal.settle(sdk, "order-7", { callId });
  await journal.settle(sdk, "order-77", { skip: true });
  expect((await journal.entries()).map(({ state }) => state)).toEqual(["created", "skipped"]);
});

test("a call that does not exist, or is of another recording or another input, settles nothing", async () => {
  const { sdk, journal, input, call } = await startUncertain();
  const refused = async (callId: string, why: RegExp) => {
    const error = await failureOf(journal.settle(sdk, "order-7", { callId }));
    expect(JournalError.is(error) && error.message).toMatch(why);
    expect(await journal.find("order-7")).toMatchObject({ state: "uncertain" });
  };
  await refused("no-such-call", /call no-such-call does not exist/);
  const elsewhere = await sdk.calls.analyzeUrl({ ...call, audio_url: "https://files.test/other.wav" });
  await refused(elsewhere.callId, /has the recording https:\/\/files\.test\/other\.wav/);
  const known = await sdk.calls.submitFile(input(8));
  await journal.created("order-8", known.callId);
  await refused(known.callId, /belongs to another input, "order-8"/);
});

test("the decision to create a call again can be taken back, as long as no run has", async () => {
  const { sdk, journal, callId } = await startUncertain();
  await journal.settle(sdk, "order-7", { recreate: true });
  await journal.settle(sdk, "order-7", { callId });
  expect(await journal.find("order-7")).toMatchObject({ state: "created", callId });
});

test("what is not uncertain is not settled: neither an upload, nor a call that is created now, nor one that has no failure", async () => {
  const { service, sdk, journal, input } = start();
  await journal.claim("refused", claimOf({ baseUrl: sdk.baseUrl }));
  await journal.released("refused");
  await expect(journal.settle(sdk, "refused", { recreate: true })).rejects.toThrow("its create request was never sent");
  const gate = service.hold("createCall");
  const creating = sdk.calls.submitFile(input(), { journal, key: "creating" });
  await gate.reached();
  await expect(journal.settle(sdk, "creating", { recreate: true })).rejects.toThrow("is creating its call now");
  gate.release();
  await creating;
  await journal.created("created", (await sdk.calls.analyzeFile(input())).callId);
  for (const decision of [{ skip: true }, { callId: "call-1" }] as const)
    await expect(journal.settle(sdk, "created", decision)).rejects.toThrow("there is nothing to settle");
  await expect(journal.settle(sdk, "created", { recreate: true })).rejects.toThrow(
    /Only a failed call can be created again/,
  );
});

test("a call whose analysis has failed is created again from a new upload", async () => {
  const { service, sdk, journal, input, calls } = start();
  service.engine.when({}).fail("unreadable");
  const { callId } = await sdk.calls.submitFile(input(), { journal, key: "order-7" });
  await failureOf(sdk.calls.waitForAnalysis(callId));
  await journal.settle(sdk, "order-7", { recreate: true });
  expect(await journal.find("order-7")).toBeUndefined();
  await sdk.calls.submitFile(input(), { journal, key: "order-7" });
  expect(calls()).toHaveLength(2);
});

test("a decision that another process was faster with is refused", async () => {
  const { service, sdk, journal, callId } = await startUncertain();
  const gate = service.hold("getCallAnalysis");
  const late = failureOf(journal.settle(sdk, "order-7", { callId }));
  await gate.reached();
  await journal.settle(sdk, "order-7", { skip: true });
  gate.release();
  expect(await late).toMatchObject({ name: "JournalError", message: expect.stringContaining("another process") });
  expect(await journal.find("order-7")).toMatchObject({ state: "skipped" });
});

test("in a journal that does not exist there is nothing to settle, and no file is made", async () => {
  const { sdk } = start();
  const path = journalPath();
  expect(await failureOf(openJournal(path).settle(sdk, "order-7", { skip: true }))).toMatchObject({
    name: "JournalError",
    message: expect.stringContaining("does not exist"),
  });
  expect(existsSync(path)).toBe(false);
});

test("a client of another service settles nothing, got asked nothing", async () => {
  const { sdk, journal, callId } = await startUncertain();
  const elsewhere = {
    baseUrl: "https://other.test/v1",
    calls: { getAnalysis: () => Promise.reject(new Error("asked")) },
  };
  await expect(journal.settle(elsewhere, "order-7", { callId })).rejects.toThrow("belongs to the service");
  await expect(journal.settle(undefined as never, "order-7", { callId })).rejects.toThrow("expected a client");
  await expect(openJournal(journalPath()).settle(sdk, "order-7", { callId })).rejects.toThrow("does not exist");
});

test.each([undefined, null, {}, { callId: "" }, { recreate: true, skip: true }, { skip: false }, { forget: true }])(
  "to settle by %j is refused, with what to pass",
  async (decision) => {
    const { sdk, journal } = await startUncertain();
    const error = await failureOf(journal.settle(sdk, "order-7", decision as never));
    expect(error).toMatchObject({ name: "ConfigurationError", message: expect.stringContaining("settle") });
  },
);
