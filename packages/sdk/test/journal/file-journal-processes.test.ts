/** Several processes on one journal: each key is created once, and what a killed process has claimed is uncertain. */
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { requiresLongTests } from "../../../../scripts/test-requirements.ts";
import { claimed, claimOf, journalPath, openJournal, unknown } from "../support/journal-files.ts";
import { OtherProcess } from "../support/journal-processes.ts";
import { temporaryFolder } from "../support/recordings.ts";

const keys = Array.from({ length: 200 }, (_, index) => `order-${index}`);

function checkIntegrity(path: string): void {
  const database = new DatabaseSync(path);
  expect(database.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  database.close();
}

test("four processes that race for 200 keys create each once, and all get its call", async () => {
  const path = journalPath();
  const racers = await Promise.all([1, 2, 3, 4].map(() => OtherProcess.start(path)));
  // The call of a key that a process creates has that process's number in its id.
  const results = await Promise.all(racers.map((racer) => racer.does<Record<string, string>>("race", keys)));
  const [first] = results;
  for (const calls of results) expect(calls).toEqual(first);
  expect(Object.keys(first ?? {})).toEqual(keys);
  const created = (await Promise.all(racers.map((racer) => racer.does<string[]>("created", [])))).flat();
  expect(created.toSorted()).toEqual(keys.toSorted());
  for (const racer of racers) await racer.kill();
  checkIntegrity(path);
});

test("what a killed process has claimed is uncertain, what a living one has claimed is waited for, and dead files are removed", async () => {
  const path = journalPath();
  const [killed, living] = await Promise.all([OtherProcess.start(path), OtherProcess.start(path)]);
  expect(await killed.does("claim", ["order-1", "order-2"])).toEqual([claimed, claimed]);
  expect(await living.does("claim", ["order-3"])).toEqual([claimed]);
  const journal = openJournal(path);
  expect(await journal.find("order-1")).toMatchObject({ state: "creating" });
  await killed.kill();
  expect(await journal.claim("order-1", claimOf())).toEqual(unknown);
  expect(await journal.claim("order-1", claimOf({ recreate: true }))).toEqual(claimed);
  await journal.uncertain("order-1");
  expect(await journal.find("order-2")).toMatchObject({ state: "uncertain" });
  expect(await journal.find("order-3")).toMatchObject({ state: "creating" });
  await living.kill();
  expect((await journal.entries()).map(({ state }) => state)).toEqual(["uncertain", "uncertain", "uncertain"]);
  await journal.close();
  const again = fileJournal(path);
  await again.entries();
  await again.close();
  expect(readdirSync(dirname(path)).filter((name) => name.includes("-owner-"))).toEqual([]);
});

test("a claim that waits for a process that is killed is told that the outcome is unknown", async () => {
  const path = journalPath();
  const killed = await OtherProcess.start(path);
  await killed.does("claim", ["order-1"]);
  const waiting = openJournal(path).claim("order-1", claimOf());
  await new Promise((resolve) => setTimeout(resolve, 150));
  await killed.kill();
  expect(await waiting).toEqual(unknown);
});

test(
  "in a storm of 200 kills, no key is granted twice, and no call that was recorded is lost",
  requiresLongTests,
  async () => {
    const folder = temporaryFolder();
    const path = `${folder}/calls.journal`;
    const granted: string[] = [];
    const recorded = new Map<string, string>();
    for (let kills = 0; kills < 200; ) {
      // New ones each time, so that there is something left to claim.
      const all = keys.map((key) => `${kills} ${key}`);
      const racers = await Promise.all([1, 2, 3, 4].map(() => OtherProcess.start(path)));
      for (const racer of racers) {
        racer.tell("storm", all);
        // Between the first claim and the last call, wherever that is.
        setTimeout(() => void racer.kill(), Math.random() * 200);
      }
      for (const racer of racers) {
        await racer.ended;
        for (const line of racer.lines) {
          const { key, callId } = line as { key?: string; callId?: string };
          if (key && callId) recorded.set(key, callId);
          else if (key) granted.push(key);
        }
        kills += 1;
      }
    }
    const journal = openJournal(path);
    const entries = new Map((await journal.entries()).map((entry) => [entry.key, entry]));
    expect(granted.length).toBe(new Set(granted).size);
    for (const [key, callId] of recorded) expect(entries.get(key)).toMatchObject({ state: "created", callId });
    const states = new Set([...entries.values()].map(({ state }) => state));
    expect(states).toEqual(new Set(["created", "uncertain"]));
    for (const key of granted) expect(["created", "uncertain"]).toContain(entries.get(key)?.state);
    checkIntegrity(path);
  },
);
