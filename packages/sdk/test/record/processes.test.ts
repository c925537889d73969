/** Several processes on one journal: who dies, who stands still, and who may send. */
import { readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { FileJournal } from "@call-analysis/sdk/node";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../upload/recordings.ts";
import { OtherProcess } from "./other-process.ts";

const key = "order-7";
const claimed = { status: "claimed" };
const unknown = { status: "unknown" };
const created = { status: "created", callId: "call-7" };

async function setUp(): Promise<{ path: string; journal: FileJournal; other: OtherProcess }> {
  const path = `${temporaryFolder()}/calls.journal`;
  const other = await OtherProcess.start(path);
  const journal = fileJournal(path);
  onTestFinished(() => journal.close());
  return { path, journal, other };
}

test("what a living process has claimed is not given to another one, and is not uncertain", async () => {
  const { journal, other } = await setUp();
  expect(await other.does("claim", key)).toEqual(claimed);
  expect(await journal.claim(key)).toEqual(unknown);
  expect(await other.does("sending", key)).toBe(true);
  expect(await journal.claim(key)).toEqual(unknown);
  expect(await journal.entries()).toEqual([{ key, stage: "creating", uncertain: false }]);
  await expect(journal.settle(key, { recreate: true })).rejects.toThrow(/a process that is running is creating/);
  await other.does("created", key, "call-7");
  expect(await journal.claim(key)).toEqual(created);
});

test("a process that is killed before a byte can have left leaves its claim to the next one", async () => {
  const { journal, other } = await setUp();
  await other.does("claim", key);
  await other.kill();
  expect(await journal.claim(key)).toEqual(claimed);
  expect(await journal.sending(key)).toBe(true);
});

test("a process that is killed once bytes may have left leaves an uncertain creation", async () => {
  const { journal, other } = await setUp();
  await other.does("claim", key);
  await other.does("sending", key);
  await other.kill();
  expect(await journal.find(key)).toEqual({ stage: "creating", uncertain: true });
  expect(await journal.claim(key)).toEqual(unknown);
  expect(await journal.entries()).toEqual([{ key, stage: "creating", uncertain: true }]);
  await journal.settle(key, { recreate: true });
  expect(await journal.claim(key)).toEqual(claimed);
});

test("what a process leaves that is killed is freed alone: the claims of a living one stay its own", async () => {
  const { path, journal, other } = await setUp();
  const living = await OtherProcess.start(path);
  await living.does("claim", "order-8");
  await living.does("claim", "order-9");
  await living.does("sending", "order-9");
  await other.does("claim", key);
  await other.kill();
  expect(await journal.claim(key)).toEqual(claimed);
  expect(await journal.claim("order-8")).toEqual(unknown);
  expect(await journal.entries()).toContainEqual({ key: "order-9", stage: "creating", uncertain: false });
  expect(await living.does("sending", "order-8")).toBe(true);
});

test("a process that stood still and has lost its claim does not send", async () => {
  const { journal, other } = await setUp();
  await other.does("claim", key);
  other.process.kill("SIGSTOP");
  expect(await journal.claim(key, { recreate: true })).toEqual(claimed);
  other.tell("sending", key);
  other.process.kill("SIGCONT");
  expect(await other.line()).toEqual({ answer: false });
  expect(await journal.sending(key)).toBe(true);
});

test("a call that a process records late is known, whatever was decided meanwhile", async () => {
  const { journal, other } = await setUp();
  await other.does("claim", key);
  await other.does("sending", key);
  other.process.kill("SIGSTOP");
  expect(await journal.claim(key, { recreate: true })).toEqual(claimed);
  other.tell("created", key, "call-7");
  other.process.kill("SIGCONT");
  await other.line();
  expect(await journal.sending(key)).toBe(false);
  expect(await journal.claim(key)).toEqual(created);
});

test("a second call of one input is told with its id", async () => {
  const { journal, other } = await setUp();
  await other.does("claim", key);
  await other.does("created", key, "call-7");
  await expect(journal.created(key, "call-8")).rejects.toThrow(/The call call-8 exists.*has the call call-7/);
  expect(await journal.claim(key)).toEqual(created);
});

test("the files of processes that were killed are removed, and those of living ones are not", async () => {
  const { path, journal, other } = await setUp();
  const second = await OtherProcess.start(path);
  const owners = () => readdirSync(dirname(path)).filter((name) => name.includes("-owner-"));
  // A lock each, and room on the disk.
  expect(owners()).toHaveLength(4);
  await other.kill();
  await journal.begin({ baseUrl: "https://service.test/v1" });
  expect(owners()).toHaveLength(4);
  await journal.close();
  await second.kill();
  await journal.begin({ baseUrl: "https://service.test/v1" });
  await journal.close();
  expect(readdirSync(dirname(path))).toEqual(["calls.journal"]);
});

test("processes that start together make one journal, and remove what dead ones left", async () => {
  const path = `${temporaryFolder()}/calls.journal`;
  for (let dead = 0; dead < 500; dead += 1) writeFileSync(`${path}-owner-${crypto.randomUUID()}`, "");
  const others = await Promise.all(Array.from({ length: 4 }, () => OtherProcess.start(path)));
  const answers = await Promise.all(others.map((other, number) => other.does("claim", `order-${number}`)));
  expect(answers).toEqual([claimed, claimed, claimed, claimed]);
  const owners = readdirSync(dirname(path)).filter((name) => /-owner-[\da-f-]{36}$/.test(name));
  expect(owners).toHaveLength(others.length);
});
