import { expect } from "vitest";
import { open, testWith } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { lookAt } from "./support/look-at.ts";

const test = testWith({ progression: { mode: "time", processingMs: 3_600_000, pendingMs: 3_600_000 } });

async function createCall({ sdk }: Fake): Promise<void> {
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const audio_url = "https://recordings.example.com/call-0193.wav";
  await sdk.calls.create({ memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url });
}

test("calls move through their states as the clock goes from one change to the next", async ({ fake, page }) => {
  await createCall(fake);
  await open(page, fake);
  const row = page.getByRole("row").filter({ hasText: "call-0193.wav" });
  await row.getByText("processing").waitFor();
  await page.getByText("a call changes in 60 min").waitFor();
  await page.getByRole("button", { name: "Next change" }).click();
  await row.getByText("pending").waitFor();
  await lookAt(page, "clock");
  await page.getByRole("button", { name: "Next change" }).click();
  await row.getByText("completed").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Next change" }).isDisabled()).toBe(true);
});

test("the clock is set to a time, and reset", async ({ fake, page }) => {
  await open(page, fake);
  await page.getByRole("button", { name: "Set…" }).click();
  await page.getByLabel("Time (UTC)").fill("2030-06-15T12:00:00");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.getByText("2030-06-15 12:00").waitFor();
  await page.getByRole("button", { name: "+1 min" }).click();
  await page.getByText("2030-06-15 12:01").waitFor();
  expect((await fake.control<{ now: string }>("GET", "/clock")).now).toMatch(/^2030-06-15T12:01/);
  await page.getByRole("button", { name: "Reset clock" }).click();
  await page.getByText("2030-06-15").waitFor({ state: "detached" });
});

test("the clock's buttons are hidden and shown by ~, also after a reload", async ({ fake, page }) => {
  await open(page, fake);
  await page.keyboard.press("~");
  await page.getByRole("button", { name: "+1 min" }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("~");
  await page.getByRole("button", { name: "+1 min" }).waitFor();
});
