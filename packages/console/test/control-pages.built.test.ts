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
  await dialog.getByLabel("Status").fill("418");
  await dialog.getByLabel("Times").fill("2");
  await lookAt(page, "fault-form");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: "listAgents" });
  await row.getByText("used 0 of 2").waitFor();
  await expect(fake.sdk.agents.list()).rejects.toMatchObject({ status: 418 });
  await row.getByText("used 1 of 2").waitFor();
  await expect(fake.sdk.agents.list()).rejects.toMatchObject({ status: 418 });
  await page.getByRole("heading", { name: "Nothing goes wrong" }).waitFor();
});

test("what the fake refuses of a fault is said at the field", async ({ fake, page }) => {
  await page.goto(`${fake.url}/__mock__/#/fake/faults?new=true&operation=createCall`);
  const dialog = page.getByRole("dialog", { name: "Add a fault" });
  await dialog.getByLabel("Status").fill("99");
  await dialog.getByLabel("Probability").fill("often");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("must be a whole number from 200 to 599").waitFor();
  await dialog.getByText("must be a number greater than 0").waitFor();
  expect(await dialog.getByLabel("Status").getAttribute("aria-invalid")).toBe("true");
  await lookAt(page, "fault-form-problems");
  await dialog.getByLabel("What goes wrong").selectOption("json");
  await dialog.getByLabel("Fault", { exact: true }).fill("{ no JSON }");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText(/is not JSON/).waitFor();
});

test("faults of every kind are listed in words, and can be removed", async ({ fake, page }) => {
  const [agent] = await fake.sdk.agents.list();
  await fake.control("POST", "/faults", { operation: "createCall", match: { memberId: agent?.id }, network: "reset" });
  await fake.control("POST", "/faults", { latencyMs: { medianMs: 300, sigma: 0.5 }, probability: 0.2 });
  await fake.control("POST", "/faults", { upload: { bytesPerSecond: 250_000 }, skip: 1 });
  const sequence = [{ status: 503 }, { status: 429, retryAfter: 1 }, "pass", { body: "truncate" }];
  await fake.control("POST", "/faults", { operation: "getCallAnalysis", sequence });
  await open(page, fake, "/fake/faults");
  await page.getByText("about 300 ms late").waitFor();
  const place = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Faults" });
  await place.getByText("4", { exact: true }).waitFor();
  await page.getByText("status 429, retry after 1").waitFor();
  await lookAt(page, "faults");
  for (let left = 4; left > 0; left -= 1) {
    await expect.poll(() => page.getByRole("button", { name: "Remove" }).count()).toBe(left);
    await page.getByRole("button", { name: "Remove" }).first().click();
  }
  await page.getByRole("heading", { name: "Nothing goes wrong" }).waitFor();
  await expect.poll(() => place.getByText(/\d/).count()).toBe(0);
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

test("a rule makes calls fail for a reason", async ({ fake, page }) => {
  await open(page, fake, "/fake/rules");
  const dialog = await dialogOf(page, "Add a rule");
  await dialog.getByLabel("How they end").selectOption("fail");
  await dialog.getByLabel("Reason").fill("The recording is silent.");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("fails: The recording is silent.").waitFor();
  const call = await fake.control("GET", `/calls/${await createCall(fake, { name: "vip", agent: 1, category: 1 })}`);
  expect(call).toMatchObject({ end: "failed", failureReason: "The recording is silent." });
});

test("what the fake refuses of a rule is said at the field", async ({ fake, page }) => {
  await open(page, fake, "/fake/rules");
  const dialog = await dialogOf(page, "Add a rule");
  await dialog.getByLabel("Score").fill("a lot");
  await dialog.getByLabel("When they end").selectOption("afterMs");
  await dialog.getByLabel("Milliseconds").fill("-1");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect.poll(() => dialog.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
  await dialog.getByLabel("Milliseconds").fill("1");
  await dialog.getByLabel("Score").fill("");
  await dialog.getByLabel("Outcome").fill("Nobody knows this outcome");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText(/must be one of the category's outcomes/).waitFor();
  expect(await dialog.getByLabel("Outcome").getAttribute("aria-invalid")).toBe("true");
  await glanceAt(page, "rule-form-problems");
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

test("a gate for a prospect takes fields of its own", async ({ fake, page }) => {
  await open(page, fake, "/fake/gates");
  const dialog = await dialogOf(page, "Add a gate");
  await dialog.getByLabel("Operation").selectOption("addProspect");
  await dialog.getByRole("button", { name: "Only those with a field…" }).click();
  await dialog.getByLabel("Field").fill("city");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("needs a value").waitFor();
  await dialog.getByLabel("Is", { exact: true }).fill("Pune");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("city = Pune").waitFor();
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

test("recordings that are too large for a snapshot are told about", async ({ fake, page }) => {
  const recording = Buffer.concat([wav(1), Buffer.alloc(65 * 1_024 * 1_024)]);
  await fake.sdk.calls.upload(new Blob([recording]), { filename: "long.wav", contentType: "audio/wav" });
  await open(page, fake, "/fake/state");
  await page.getByText(/A snapshot contains at most/).waitFor();
  await glanceAt(page, "state-large");
});
