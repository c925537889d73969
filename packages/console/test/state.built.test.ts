import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { lookAt } from "./support/look-at.ts";
import { wav } from "./support/wav.ts";

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
  await lookAt(page, "state-upload");
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
  await lookAt(page, "state-upload-refused");
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
  await lookAt(page, "state-seed-refused");
  await page.getByLabel("Data, as JSON").fill('{ "agents": [{ "name": "Zoya", "email": "zoya@example.com" }] }');
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Agents5").waitFor();
});

test("the largest scenario is shown too", async ({ fake, page }) => {
  await fake.control("POST", "/reset", { scenario: "busy" });
  await open(page, fake, "/fake/state");
  await page.getByText("Calls10,000").waitFor();
});

test("recordings that are too large for a snapshot are told about", async ({ fake, page }) => {
  const recording = Buffer.concat([wav(1), Buffer.alloc(65 * 1_024 * 1_024)]);
  await fake.sdk.calls.upload(new Blob([recording]), { filename: "long.wav", contentType: "audio/wav" });
  await open(page, fake, "/fake/state");
  await page.getByText(/A snapshot contains at most/).waitFor();
  await lookAt(page, "state-large");
});
