/** Batches in processes of their own, which are killed, or share a journal. */
import { join } from "node:path";
import { CallAnalysis } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { jsonLines, serveFake, startScript, temporaryFolder } from "./support/processes.ts";

const batch = join(import.meta.dirname, "programs/batch.mjs");

test("60 recordings and 3 kills in the middle have one call each, or are said to be uncertain", async () => {
  const { service, env, memberId, categoryId, calls } = await serveFake();
  const path = join(temporaryFolder(), "journal");
  const count = 60;
  service.faults.inject({ operation: "createCall", latencyMs: 5 });
  const start = () => startScript(batch, [path, memberId, categoryId, String(count)], { env });
  for (const created of [8, 22, 40]) {
    const killed = start();
    await expect.poll(calls, { interval: 1 }).toBeGreaterThanOrEqual(created);
    killed.process.kill("SIGKILL");
    expect(await killed.ended).toBe("SIGKILL");
  }
  const last = start();
  expect(await last.ended).toBe(0);
  const outcomes = jsonLines(last.written.stdout);
  expect(outcomes).toHaveLength(count);
  for (const { ok, error } of outcomes) expect(ok || error.code === "submission_uncertain").toBe(true);
  const indexes = service.db.calls.list().map(({ udfs }) => udfs?.index);
  expect(new Set(indexes).size).toBe(indexes.length);
  const { CALL_ANALYSIS_API_KEY: apiKey, CALL_ANALYSIS_BASE_URL: baseUrl } = env;
  await settleAll(
    new CallAnalysis({ apiKey, baseUrl }),
    path,
    outcomes,
    (index) => service.db.calls.list().find(({ udfs }) => udfs?.index === index)?.id,
  );
  const settled = start();
  expect(await settled.ended).toBe(0);
  expect(jsonLines(settled.written.stdout).filter(({ ok }) => ok)).toHaveLength(count);
  expect(calls()).toBe(count);
});

test("two processes that use one journal at once create each call once, and both get all of them", async () => {
  const { service, env, memberId, categoryId, calls } = await serveFake();
  const path = join(temporaryFolder(), "journal");
  const count = 30;
  service.faults.inject({ operation: "createCall", latencyMs: 5 });
  const start = () => startScript(batch, [path, memberId, categoryId, String(count)], { env });
  const both = [start(), start()];
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  const [one, other] = both.map(({ written }) =>
    Object.fromEntries(jsonLines(written.stdout).map(({ index, callId }) => [index, callId])),
  );
  expect(other).toEqual(one);
  expect([new Set(Object.values(one ?? {})).size, calls()]).toEqual([count, count]);
});

/** Decides about each uncertain input, as a person does who looks for its call. */
async function settleAll(
  sdk: CallAnalysis,
  path: string,
  outcomes: { key: string; index: number; ok: boolean }[],
  find: (index: number) => string | undefined,
) {
  const journal = fileJournal(path);
  const uncertain = (await journal.entries()).filter(({ state }) => state === "uncertain").map(({ key }) => key);
  expect(new Set(outcomes.filter(({ ok }) => !ok).map(({ key }) => key))).toEqual(new Set(uncertain));
  for (const { key, index } of outcomes.filter(({ ok }) => !ok)) {
    const callId = find(index);
    await journal.settle(sdk, key, callId === undefined ? { recreate: true } : { callId });
  }
  await journal.close();
}
