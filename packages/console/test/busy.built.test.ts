/** The console with ten thousand calls. */
import { expect } from "vitest";
import { newContext } from "../../../scripts/browser/launch-browser.ts";
import { open, testWith } from "./support/console-test.ts";
import { lookAt } from "./support/look-at.ts";

/** These tests change nothing in the fake: one is enough for them, and it reads its list once. */
const busy = testWith({ scenario: "busy" }, { isReset: false });

busy("10,000 calls are shown by agent, category and outcome, and not counted as polled", async ({ fake, page }) => {
  await open(page, fake, "/trends");
  await page.locator("canvas").nth(1).waitFor();
  await lookAt(page, "trends");
  await page.getByRole("button", { name: "Outcome", exact: true }).click();
  await page.getByRole("table", { name: "Scores by outcome" }).waitFor();
  await page.getByText("Show “Distribution” as a table").click();
  const rows = page.getByRole("region", { name: "Figures by Scores" }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(11);
  await page.getByText("Show “Scores over time” as a table").click();
  await lookAt(page, "trends-tables");
  await page.getByLabel("Period", { exact: true }).selectOption("30");
  await expect.poll(() => page.url()).toContain("days=30");
  const { calls } = await fake.control<{ calls: { polls: number }[] }>("GET", "/calls?limit=200");
  expect(calls.every(({ polls }) => polls === 0)).toBe(true);
});

busy("the charts are drawn where the browser names a language that it refuses itself", async ({ fake, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix" });
  });
  await open(page, fake, "/trends");
  await page.locator("canvas").nth(1).waitFor();
});

busy("a page that breaks leaves the navigation, which leads on", async ({ browser, fake }) => {
  // A window of its own: an error is what is expected here.
  const context = await newContext(browser, { viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  await page.route(/\/chart-[^/]*\.js$/, (route) => route.abort());
  await open(page, fake, "/trends");
  await page.getByRole("heading", { name: "This page does not work" }).waitFor();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Calls" }).click();
  await page.getByRole("table", { name: "Calls" }).waitFor();
  await context.close();
});

busy("a group's name shows that group alone", async ({ fake, page }) => {
  await open(page, fake, "/trends?by=category");
  const table = page.getByRole("table", { name: "Scores by category" });
  await table.locator("[data-row-link]").first().click();
  await expect.poll(() => page.url()).toContain("category=");
  await expect.poll(() => table.locator("[data-row-link]").count()).toBe(1);
});

busy("ten thousand calls are listed, searched and sorted", async ({ fake, page }) => {
  await open(page, fake);
  await page.getByText("10,000 calls").waitFor();
  expect(await page.getByRole("row").count()).toBeLessThan(100);
  await page.getByRole("button", { name: "Length" }).click();
  await page.getByLabel("Search calls").fill("asha");
  await page.getByText(/^[\d,]+ of 10,000 calls$/).waitFor();
  await page.getByLabel("Search calls").press("Enter");
  for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
  await expect.poll(() => page.locator("tr:has(a:focus)").getAttribute("data-index")).toBe("0");
});

busy("the largest scenario is shown too", async ({ fake, page }) => {
  await open(page, fake, "/fake/state");
  await page.getByText("Calls10,000").waitFor();
});
