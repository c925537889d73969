import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { serveConsole } from "../serve.ts";
import { test } from "./support/console-test.ts";
import { lookAt } from "./support/look-at.ts";
import { analyse } from "./support/new-call.ts";

/** Serves the console's files and nothing else. */
async function staticHost(): Promise<string> {
  const { url, close } = await serveConsole();
  onTestFinished(close);
  return url;
}

async function openAt(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
}

test("without a server the fake runs in the page, and calls move on with its clock", async ({ page }) => {
  await openAt(page, await staticHost());
  await page.getByText("in page").first().waitFor();
  await analyse(page, { filename: "in-page.wav", seconds: 60 });
  await page.getByRole("dialog").getByText("processing").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "+1 min" }).click();
  const row = page.getByRole("row").filter({ hasText: "in-page.wav" });
  await row.getByText("completed").waitFor();
  await page.getByRole("listitem").filter({ hasText: "in-page.wav" }).getByText("completed").waitFor();
  await lookAt(page, "in-page");
  await row.getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "in-page.wav" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Play", exact: true }).isEnabled()).toBe(true);
});

test("the state in the page survives a reload in the middle of a wait, and no call is created twice", async ({
  page,
}) => {
  await openAt(page, await staticHost());
  await analyse(page, { filename: "in-page.wav" });
  await page.getByRole("dialog").getByText("processing").waitFor();
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "in-page.wav" });
  await row.waitFor();
  await page.getByRole("button", { name: "+1 min" }).click();
  await row.getByText("completed").waitFor();
  await page.getByRole("listitem").filter({ hasText: "in-page.wav" }).getByText("completed").waitFor();
  await page.getByText("1 call", { exact: true }).waitFor();
  await page.reload();
  await row.getByRole("link").click();
  await expect.poll(() => page.getByRole("button", { name: "Play", exact: true }).isEnabled()).toBe(true);
});

test("a second tab is read-only and follows the first, and takes over when that is closed", async ({ context }) => {
  const url = await staticHost();
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openAt(first, url);
  await openAt(second, url);
  await second.getByText("this one is read-only").waitFor();
  expect(await second.getByRole("button", { name: "New call" }).isDisabled()).toBe(true);
  await lookAt(second, "in-page-read-only");
  await analyse(first, { filename: "first.wav" });
  await second.getByRole("row").filter({ hasText: "first.wav" }).waitFor();
  await first.close();
  await expect.poll(() => second.getByRole("button", { name: "New call" }).isEnabled()).toBe(true);
  await second.getByRole("row").filter({ hasText: "first.wav" }).waitFor();
});
