/** The pages that drive the fake: faults, rules, gates, state. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { createCall } from "./support/calls.ts";
import { open, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";
import { wav } from "./support/wav.ts";

async function dialogOf(page: Page, name: string) {
  await page.getByRole("button", { name }).click();
  return page.getByRole("dialog", { name });
}

test("a fault is added by the form, makes its request fail, and is used up", async ({ fake, page }) => {
  await open(page, fake, "/fake/faults");
  const dialog = await dialogOf(page, "Add a fault");
  await dialog.getByLabel("Operation").selectOption("listAgents");
  await dialog.getByLabel("Status").fill("99");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("must be a whole number from 200 to 599").waitFor();
  await lookAt(page, "fault-form-problems");
  await dialog.getByLabel("Status").fill("418");
  await dialog.getByLabel("Times").fill("2");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: "listAgents" });
  await row.getByText("used 0 of 2").waitFor();
  await lookAt(page, "faults");
  await expect(fake.sdk.agents.list()).rejects.toMatchObject({ status: 418 });
  await row.getByText("used 1 of 2").waitFor();
  await expect(fake.sdk.agents.list()).rejects.toMatchObject({ status: 418 });
  await page.getByRole("heading", { name: "Nothing goes wrong" }).waitFor();
  const sequence = [{ status: 503 }, { status: 429, retryAfter: 1 }, "pass", { body: "truncate" }];
  await fake.control("POST", "/faults", { operation: "getCallAnalysis", sequence });
  await page.getByText("status 429, retry after 1").waitFor();
  await glanceAt(page, "faults-sequence");
});

test("a rule is added by the form, and calls end as it says", async ({ fake, page }) => {
  const [, category] = await fake.sdk.categories.list();
  await open(page, fake, "/fake/rules");
  const dialog = await dialogOf(page, "Add a rule");
  await dialog.getByRole("button", { name: "Only those with a field…" }).click();
  await dialog.getByLabel("Field").selectOption("categoryId");
  await dialog.getByLabel("Is", { exact: true }).fill(category?.id ?? "");
  await dialog.getByLabel("Score").fill("91");
  await dialog.getByLabel("When they end").selectOption("afterPolls");
  await dialog.getByLabel("Polls").fill("0");
  await lookAt(page, "rule-form");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("completes with score 91").waitFor();
  await page.getByText("after 0 polls").waitFor();
  await glanceAt(page, "rules");
  const { analysis } = await fake.sdk.calls.getAnalysis(await createCall(fake, { name: "vip", agent: 1, category: 1 }));
  expect(analysis?.score).toBe(91);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("heading", { name: "Every call ends as it is planned" }).waitFor();
});

test("a gate is added by the form, counts what it holds, and releases it", async ({ fake, page }) => {
  await open(page, fake, "/fake/gates");
  const dialog = await dialogOf(page, "Add a gate");
  await dialog.getByRole("button", { name: "Only those with a field…" }).click();
  await dialog.getByLabel("Field").selectOption("filename");
  await dialog.getByLabel("Is", { exact: true }).fill("vip.wav");
  await glanceAt(page, "gate-form");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("0 held").waitFor();
  const created = [
    createCall(fake, { name: "vip", agent: 1, category: 1 }),
    createCall(fake, { name: "vip", agent: 1, category: 1 }),
  ];
  await page.getByText("2 held").waitFor();
  await lookAt(page, "gates");
  await page.getByRole("button", { name: "Release" }).click();
  expect(await Promise.all(created)).toHaveLength(2);
  await page.getByRole("heading", { name: "No request is held" }).waitFor();
});

async function analyse({ sdk }: Fake): Promise<string> {
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const { publicUrl } = await sdk.calls.upload(new Blob([Uint8Array.from(wav(2))]), { filename: "asha.wav" });
  const fields = { memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url: publicUrl };
  return (await sdk.calls.create(fields)).callId;
}

async function chooseSnapshot(page: Page, text: string): Promise<void> {
  const file = { name: "state.json", mimeType: "application/json", buffer: Buffer.from(text) };
  await page.getByLabel("Snapshot to upload").setInputFiles(file);
}

function calls({ control }: Fake): Promise<string[]> {
  return control<{ calls: { id: string }[] }>("GET", "/calls").then((body) => body.calls.map(({ id }) => id));
}

test("the state says how much there is, also of what comes later", async ({ fake, page }) => {
  await open(page, fake, "/fake/state");
  const organization = page.getByRole("listitem").filter({ hasText: "Demo organization" });
  await organization.getByText("Agents4").waitFor();
  await analyse(fake);
  await organization.getByText("Calls1").waitFor();
  await organization.getByText("Recordings1, 32 kB").waitFor();
  await lookAt(page, "state");
});

test("a snapshot is downloaded, and brings back what a reset has removed", async ({ fake, page }) => {
  const callId = await analyse(fake);
  await open(page, fake, "/fake/state");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^call-analysis-state-.*\.json$/);
  const text = await readFile(await file.path(), "utf8");
  await page.getByRole("button", { name: "Reset…" }).click();
  await lookAt(page, "state-reset");
  await page
    .getByRole("dialog", { name: "Reset the fake?" })
    .getByRole("button", { name: "Reset", exact: true })
    .click();
  await page.getByText("The fake is reset").waitFor();
  expect(await calls(fake)).toEqual([]);
  await chooseSnapshot(page, text);
  const dialog = page.getByRole("dialog", { name: "Replace the state?" });
  await dialog.getByText("Demo organization: 4 agents, 3 categories, 1 call, 1 recording").waitFor();
  await glanceAt(page, "state-upload");
  await dialog.getByRole("button", { name: "Replace", exact: true }).click();
  await page.getByText("The state is replaced").waitFor();
  expect(await calls(fake)).toEqual([callId]);
  const recording = await fetch(`${fake.url}/__mock__/calls/${callId}/recording`);
  expect((await recording.arrayBuffer()).byteLength).toBe(wav(2).length);
});

test("a file that is no snapshot is refused, and nothing is replaced", async ({ fake, page }) => {
  const callId = await analyse(fake);
  await open(page, fake, "/fake/state");
  const dialog = page.getByRole("dialog", { name: "Replace the state?" });
  await chooseSnapshot(page, "RIFF");
  await dialog.getByText("state.json is not JSON.").waitFor();
  expect(await dialog.getByRole("button", { name: "Replace", exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const snapshot = await fake.control<{ seed: unknown }>("GET", "/state");
  await chooseSnapshot(page, JSON.stringify({ ...snapshot, seed: "one" }));
  await dialog.getByRole("button", { name: "Replace", exact: true }).click();
  await dialog
    .getByRole("alert")
    .getByText(/seed: /)
    .waitFor();
  await glanceAt(page, "state-upload-refused");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await calls(fake)).toEqual([callId]);
});

test("a reset takes another scenario, and asks first", async ({ fake, page }) => {
  await open(page, fake, "/fake/state");
  await page.getByLabel("Scenario").selectOption("empty");
  await page.getByRole("button", { name: "Reset…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await fake.sdk.agents.list()).toHaveLength(4);
  await page.getByRole("button", { name: "Reset…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
  await page.getByText("Agents0").waitFor();
  expect(await fake.sdk.agents.list()).toEqual([]);
});

test("data is added from JSON, and what is wrong with it is said", async ({ fake, page }) => {
  await open(page, fake, "/fake/state");
  await page.getByLabel("Data, as JSON").fill('{ "agents": [{ "name": "Asha" }] }');
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText(/agents\[0\]\.email/).waitFor();
  await page.getByLabel("Data, as JSON").fill("{");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText(/is not JSON/).waitFor();
  await glanceAt(page, "state-seed-refused");
  await page.getByLabel("Data, as JSON").fill('{ "agents": [{ "name": "Zoya", "email": "zoya@example.com" }] }');
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Agents5").waitFor();
});
