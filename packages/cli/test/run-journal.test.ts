import type { InputIdentity, JournalWork } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { Budget } from "../src/batch/billing.ts";
import { RunJournal, type RunJournalOptions } from "../src/batch/run-journal.ts";

test("once a run is to stop, no creation is claimed", async () => {
  const claimed: string[] = [];
  const claim = async (key: string) => claimed.push(key) && { status: "claimed" };
  const journal = { enter: async () => ({ id: "1", ledger: { claim } }) };
  const stopping = new AbortController();
  const options = { budget: new Budget(9, async () => {}), stopping: stopping.signal, onHopeless: () => {} };
  // Nothing else of them is used.
  const run = new RunJournal(journal as never, options as unknown as RunJournalOptions);
  const { ledger } = await run.enter({ key: "k" } as InputIdentity, {} as JournalWork);
  await ledger.claim("before");
  stopping.abort();
  void ledger.claim("after");
  // Whatever the claim waits for is over by then.
  await new Promise((resolve) => setImmediate(resolve));
  expect(claimed).toEqual(["before"]);
});
