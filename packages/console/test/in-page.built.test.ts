/** The console without a server: the fake runs in the page. */
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { serveConsole } from "../serve.ts";
import { test } from "./support/console-test.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";
import { analyse } from "./support/new-call.ts";

/** Serves the console's files and nothing else. */
async function staticHost(): Promise<string> {
  const { url, close } = await serveConsole();
  onTestFinished(close);
  return url;
}

async function openAt(page: Page, url: string, path = "/calls"): Promise<void> {
  await page.goto(`${url}#${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Creates a call by the dialog: the requests of the console are the only ones in the page. */
async function createCall(page: Page, url: string): Promise<void> {
  await openAt(page, url);
  await analyse(page, { filename: "a.wav", seconds: 2 });
  const dialog = page.getByRole("dialog", { name: "New call" });
  await dialog.getByRole("link", { name: "Open the call" }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
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
  await glanceAt(page, "in-page");
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

test("the fake in the page has a journal, whose requests can be made to fail and sent again", async ({ page }) => {
  const url = await staticHost();
  await createCall(page, url);
  await page.getByRole("link", { name: "Journal" }).click();
  await page.getByLabel("Console’s requests").check();
  await page.getByRole("link", { name: "createCall", exact: true }).click();
  await page.getByRole("button", { name: "Fail the next" }).click();
  await page.getByText("A fault waits for createCall").waitFor();
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.getByRole("article").getByText("status 500", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("http://127.0.0.1:4010/v1/calls");
  await glanceAt(page, "in-page-journal");
});

test("the fake in the page holds requests, is reset, and stays reset after a reload", async ({ page }) => {
  const url = await staticHost();
  await createCall(page, url);
  await page.getByRole("link", { name: "Journal" }).click();
  await page.getByLabel("Console’s requests").check();
  await page.getByRole("link", { name: "createCall", exact: true }).click();
  await page.getByRole("button", { name: "Hold the next" }).click();
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.getByText("1 held", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Release" }).click();
  await page.getByRole("article").getByText("replay", { exact: true }).waitFor();
  await page.getByRole("link", { name: "State" }).click();
  await page.getByRole("list", { name: "Organizations" }).getByText("Calls2").waitFor();
  await page.getByLabel("Scenario").selectOption("empty");
  await page.getByRole("button", { name: "Reset…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
  await page.getByText("Agents0").waitFor();
  await page.reload();
  await page.getByText("Agents0").waitFor();
});

test("faults, rules and gates in the page survive a reload, and a fault applies as often as it has left", async ({
  page,
}) => {
  const url = await staticHost();
  await openAt(page, url, "/fake/faults");
  await page.getByRole("button", { name: "Add a fault" }).click();
  await page.getByLabel("Operation").selectOption("createAgent");
  await page.getByLabel("Status", { exact: true }).fill("422");
  await page.getByLabel("Times").fill("3");
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("used 0 of 3").waitFor();
  await openAt(page, url, "/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByLabel("Full name").fill("Nadia Okafor");
  await page.getByLabel("E-mail").fill("nadia@example.com");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("alert").waitFor();
  await openAt(page, url, "/fake/rules");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByLabel("Score").fill("91");
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("completes with score 91").waitFor();
  await openAt(page, url, "/fake/gates");
  await page.getByRole("button", { name: "Add a gate" }).click();
  await page.getByLabel("Operation").selectOption("getCategory");
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("0 held").waitFor();
  await page.reload();
  await page.getByRole("list", { name: "Gates" }).getByText("getCategory").waitFor();
  await openAt(page, url, "/fake/rules");
  await page.getByText("completes with score 91").waitFor();
  await openAt(page, url, "/fake/faults");
  await page.getByText("used 0 of 2").waitFor();
  expect(await page.getByRole("button", { name: "Remove" }).count()).toBe(1);
});

test("a second tab changes nothing, and says where the faults are", async ({ context }) => {
  const url = await staticHost();
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openAt(first, url, "/fake/faults");
  await openAt(second, url, "/fake/faults");
  await second.getByRole("heading", { name: "This is in the other tab" }).waitFor();
  expect(await second.getByRole("button", { name: "Add a fault" }).isDisabled()).toBe(true);
  await second.getByRole("link", { name: "State" }).click();
  await second.getByText("Agents4").waitFor();
  for (const name of ["Upload…", "Reset…", "Add"])
    expect(await second.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
  expect(await second.getByRole("button", { name: "Download" }).isEnabled()).toBe(true);
  await glanceAt(second, "in-page-state-read-only");
});
