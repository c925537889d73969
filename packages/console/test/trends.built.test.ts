import { expect } from "vitest";
import { open, test, testWith } from "./support/console-test.ts";
import { lookAt } from "./support/look-at.ts";

const busy = testWith("--scenario", "busy");

test("without completed calls, the page says the next step", async ({ fake, page }) => {
  await open(page, fake, "/trends");
  await page.getByRole("heading", { name: "No scores yet" }).waitFor();
  await lookAt(page, "trends-empty");
});

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

busy("a group's name shows that group alone", async ({ fake, page }) => {
  await open(page, fake, "/trends?by=category");
  const table = page.getByRole("table", { name: "Scores by category" });
  await table.locator("[data-row-link]").first().click();
  await expect.poll(() => page.url()).toContain("category=");
  await expect.poll(() => table.locator("[data-row-link]").count()).toBe(1);
});
