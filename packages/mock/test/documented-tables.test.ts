import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMockService } from "../src/index.js";
import { scenarioNames } from "../src/scenarios/scenarios.js";
import { listening } from "./control/listening.js";
import { createCall, known, readAnalysis, upload } from "./support/flow.js";

const pageOf = (name: string) => readFileSync(new URL(`../../../docs/reference/${name}.md`, import.meta.url), "utf8");

/** The first cells of the rows of the table in a page's section. */
function firstCells(page: string, heading: string): string[] {
  const [, section = ""] = pageOf(page).split(`\n## ${heading}\n`);
  const [text = ""] = section.split("\n## ");
  const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| --"));
  return rows.slice(1).map((row) => row.split("|")[1]?.trim() ?? "");
}

test("every scenario has a row in the documentation, and every row is a scenario", () => {
  expect(firstCells("fake", "Scenarios")).toEqual(scenarioNames.map((name) => `\`${name}\``));
});

test("every control request that the documentation lists is answered", async () => {
  const { service, url } = await listening();
  const cells = firstCells("control", "Requests");
  expect(cells.length).toBeGreaterThan(20);
  for (const cell of cells) {
    const callId = await createCall(service, { audio_url: await upload(service) });
    const recordingId = service.db.uploads.list()[0]?.recording?.sha256 ?? "";
    const path = cell.match(/\/__mock__\/[^`]*/)?.[0] ?? "";
    const ids: Record<string, string> = {
      calls: callId,
      recordings: recordingId,
      journal: "1",
      gates: service.hold("addProspect").id,
      rules: service.engine.when({ udfs: { none: true } }).stall().id,
    };
    const address = url + path.replace(/(\w+)\/\{id\}/, (_, rows: string) => `${rows}/${ids[rows]}`);
    const methods = cell.match(/GET|POST|PUT|DELETE/g) ?? [];
    expect([cell, methods.length]).not.toEqual([cell, 0]);
    for (const method of methods) {
      const { status } = await fetch(address, { method });
      expect([method, path, status < 500 && ![404, 405].includes(status)]).toEqual([method, path, true]);
    }
  }
});

test("the list of calls in the documentation is what the fake answers", async () => {
  const { service, control } = await listening();
  const callId = await createCall(service, {
    memberId: "rohan.iyer@example.com",
    audio_url: "https://recordings.example.com/call-0193.wav",
    udfs: { crmId: "84113" },
    date: "12/01/2026 14:30",
  });
  for (const _ of ["processing", "pending", "completed"]) await readAnalysis(service, callId);
  const [, shown = ""] = pageOf("control").match(/\n## The list of calls\n[\s\S]*?```json\n([\s\S]*?)```/) ?? [];
  const { calls } = (await control("GET", "/calls")).body;
  expect({ calls }).toEqual(JSON.parse(shown));
});

test("the campaign that the documentation names is the demo's", () => {
  const [id] = pageOf("fake").match(/cmp_[0-9a-f]{12}/) ?? [];
  expect(id).toBe(known(createMockService()).campaign.id);
});
