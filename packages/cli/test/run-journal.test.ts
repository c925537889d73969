import type { AnalysisSnapshot } from "@call-analysis/sdk";
import type { InputIdentity } from "@call-analysis/sdk/node";
import { expect, test, vi } from "vitest";
import { Budget } from "../src/batch/billing.ts";
import { otherRecordingOf, RunJournal, type RunJournalOptions } from "../src/batch/run-journal.ts";

/** The run of a journal that grants claims unless its record says otherwise, with the ledger of its one input. */
async function runWith(record: object, options: Partial<RunJournalOptions>, methods: object = {}) {
  const journal = {
    ...methods,
    enter: async () => ({ id: "1", claim: async () => ({ status: "claimed" }), ...record }),
  };
  const own = { stopping: new AbortController().signal, onHopeless: () => {}, ...options };
  // Nothing else of them is used.
  const run = new RunJournal(journal as never, own as RunJournalOptions);
  const ledger = await run.enter({ key: "k" } as InputIdentity);
  return { run, ledger };
}

/** Whatever does not wait for something else is over then. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("once a run is to stop, no creation is claimed", async () => {
  let claims = 0;
  const claim = async () => {
    claims += 1;
    return { status: "claimed" };
  };
  const stopping = new AbortController();
  const { ledger } = await runWith({ claim }, { budget: new Budget(9, async () => {}), stopping: stopping.signal });
  await ledger.claim("before");
  stopping.abort();
  void ledger.claim("after");
  await turn();
  expect(claims).toBe(1);
});

test("a claim that is not granted uses up no call that was agreed to, and the end of the run does not wait for it", async () => {
  const answers = ["unknown", "created", "claimed"];
  const told: string[] = [];
  const claim = async () => ({ status: answers.shift() ?? "" });
  const noMore = () => Promise.reject(new Error("more than was agreed to"));
  const { run, ledger } = await runWith({ claim }, { budget: new Budget(1, noMore) });
  for (const key of ["one", "two", "three"]) {
    void ledger.claim(key).then(({ status }) => told.push(status));
    await turn();
    void run.idle(1_000).then(() => told.push("idle"));
    await turn();
  }
  expect(told).toEqual(["unknown", "idle", "created", "idle", "claimed"]);
});

const done = async () => {};
const failed = () => Promise.reject(new Error("the disk is full"));

test.each<[string, number, object, ("uncertain" | "released" | "sending")?]>([
  ["that may exist uses up", 1, { uncertain: done }, "uncertain"],
  ["that was released does not use up", 0, { released: done }, "released"],
  ["that is not sent does not use up", 0, { sending: async () => false }, "sending"],
  ["whose claim fails does not use up", 0, { claim: failed }],
])("a creation %s a call that was agreed to", async (_name, asked, record, end) => {
  const askForMore = vi.fn(done);
  const { ledger } = await runWith(record, { budget: new Budget(1, askForMore) });
  await ledger.claim("one").catch(() => {});
  if (end) await ledger[end]("one");
  await ledger.claim("two").catch(() => {});
  expect(askForMore).toHaveBeenCalledTimes(asked);
});

test("a creation that this run has begun is not one of another run, until it is given back", async () => {
  const find = async () => ({ stage: "creating", uncertain: false });
  const { run, ledger } = await runWith({ released: done }, { budget: new Budget(9, done) }, { find });
  expect(await run.elsewhere("k")).toMatchObject({ stage: "creating" });
  await ledger.claim("k");
  expect(await run.elsewhere("k")).toBeUndefined();
  await ledger.released("k");
  expect(await run.elsewhere("k")).toMatchObject({ stage: "creating" });
});

test("the end of the run does not wait for a call that exists and could not be recorded", async () => {
  const told: string[] = [];
  const onHopeless = () => told.push("hopeless");
  const { run, ledger } = await runWith({ created: failed }, { budget: new Budget(1, done), onHopeless });
  await ledger.claim("one");
  await ledger.created("one", "call-1").catch(() => {});
  void run.idle(60_000).then(() => told.push("idle"));
  await turn();
  expect(told).toEqual(["hopeless", "idle"]);
});

test.each([
  ["with another signature", undefined, "https://store.test/a.wav?signature=2"],
  ["of another file", "https://store.test/b.wav", "https://store.test/b.wav?signature=1"],
  ["that the service does not tell", undefined, undefined],
])("for an address %s, the other recording of a call is: %s", (_name, other, audioUrl) => {
  const call = { metadata: { audioUrl } } as AnalysisSnapshot;
  expect(otherRecordingOf(call, "https://store.test/a.wav?signature=1")).toBe(other);
});
