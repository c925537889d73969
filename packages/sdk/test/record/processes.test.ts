/** Several processes on one journal: what becomes of the claims and the files of one that is killed. */
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { temporaryFolder } from "../upload/recordings.ts";
import { OtherProcess } from "./other-process.ts";

const claimed = { status: "claimed" };
const unknown = { status: "unknown" };

test("what a killed process has claimed is free, what it may have sent is uncertain, and its files are removed", async () => {
  const path = `${temporaryFolder()}/calls.journal`;
  const owners = () => readdirSync(dirname(path)).filter((name) => name.includes("-owner-"));
  const [killed, living] = [await OtherProcess.start(path), await OtherProcess.start(path)];
  for (const key of ["order-1", "order-2"]) await killed.does("claim", key);
  await killed.does("sending", "order-2");
  for (const key of ["order-3", "order-4"]) await living.does("claim", key);
  await living.does("sending", "order-4");
  await using journal = fileJournal(path);
  expect(await journal.claim("order-1")).toEqual(unknown);
  // A lock each, and room on the disk.
  expect(owners()).toHaveLength(6);
  await killed.kill();
  await journal.close();
  await journal.begin({ baseUrl: "https://service.test/v1" });
  expect(owners()).toHaveLength(4);
  expect(await journal.claim("order-1")).toEqual(claimed);
  expect(await journal.sending("order-1")).toBe(true);
  expect(await journal.claim("order-2")).toEqual(unknown);
  expect(await journal.find("order-2")).toEqual({ stage: "creating", uncertain: true });
  expect(await journal.claim("order-3")).toEqual(unknown);
  expect(await living.does("sending", "order-3")).toBe(true);
  expect(await journal.entries()).toContainEqual({ key: "order-4", stage: "creating", uncertain: false });
  await journal.close();
  await living.kill();
  await journal.begin({ baseUrl: "https://service.test/v1" });
  await journal.close();
  expect(readdirSync(dirname(path))).toEqual(["calls.journal"]);
});
