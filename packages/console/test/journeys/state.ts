/** The state of the fake. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { submitCall } from "../support/calls.ts";
import { open, step, test } from "../support/console-test.ts";
import type { Fake } from "../support/fake.ts";
import { glanceAt } from "../support/look-at.ts";
import { wav } from "../support/wav.ts";

async function chooseSnapshot(page: Page, text: string): Promise<void> {
  const file = { name: "state.json", mimeType: "application/json", buffer: Buffer.from(text) };
  await page.getByLabel("Snapshot to upload").setInputFiles(file);
}

function calls({ control }: Fake): Promise<string[]> {
  return control<{ calls: { id: string }[] }>("GET", "/calls").then((body) => body.calls.map(({ id }) => id));
}

test("the state is counted, saved as a snapshot, reset, and brought back", async ({ fake, page }) => {
  await open(page, fake, "/fake/state");
  const organization = page.getByRole("listitem").filter({ hasText: "Demo organization" });
  let callId = "";
  await step("the state says how much there is, also of what comes later", async () => {
    await organization.getByText("Agents4").waitFor();
    callId = await submitCall(fake, { filename: "asha.wav", seconds: 2 });
    await organization.getByText("Calls1").waitFor();
    await organization.getByText("Recordings1, 32 kB").waitFor();
  });
  let text = "";
  await step("a snapshot is downloaded", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^call-analysis-state-.*\.json$/);
    text = await readFile(await file.path(), "utf8");
  });
  await step("a reset asks first, and removes what there was", async () => {
    await page.getByRole("button", { name: "Reset…" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Reset the fake?" });
    await dialog.waitFor();
    await glanceAt(page, "state-reset");
    await dialog.getByRole("button", { name: "Reset", exact: true }).click();
    await page.getByText("The fake is reset").waitFor();
    expect(await calls(fake)).toEqual([]);
  });
  await step("the snapshot brings it back", async () => {
    await chooseSnapshot(page, text);
    const dialog = page.getByRole("alertdialog", { name: "Replace the state?" });
    await dialog.getByText("state.json").waitFor();
    await glanceAt(page, "state-upload");
    await dialog.getByRole("button", { name: "Replace", exact: true }).click();
    await page.getByText("The state is replaced").waitFor();
    expect(await calls(fake)).toEqual([callId]);
    const recording = await fetch(`${fake.url}/__mock__/calls/${callId}/recording`);
    expect((await recording.arrayBuffer()).byteLength).toBe(wav(2).length);
  });
});
