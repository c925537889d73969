/** The console with ten thousand calls. */
import { expect } from "vitest";
import { open, step, testWith } from "./support/console-test.ts";

/** This changes nothing in the fake. */
const busy = testWith({ scenario: "busy" }, { isReset: false });

busy("ten thousand calls are listed, searched, sorted, summed up and charted", async ({ fake, page }) => {
  await step("the state counts them", async () => {
    await open(page, fake, "/fake/state");
    await page.getByText("Calls10,000").waitFor();
  });
  await step("the list draws what is in view, and is sorted and searched", async () => {
    await open(page, fake);
    await page.getByText("10,000 calls").waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(100);
    await page.getByRole("button", { name: "Length" }).click();
    await page.getByLabel("Search calls").fill("asha");
    await page.getByText(/^[\d,]+ of 10,000 calls$/).waitFor();
  });
  await step("a group's name shows that group alone", async () => {
    await open(page, fake, "/trends?by=category");
    await page.getByRole("group", { name: "Distribution" }).waitFor();
    const table = page.getByRole("table", { name: "Scores by category" });
    await table.locator("[data-row-link]").first().click();
    await expect.poll(() => page.url()).toContain("category=");
    await expect.poll(() => table.locator("[data-row-link]").count()).toBe(1);
  });
  await step("scores are shown by outcome, also as tables, and for a period", async () => {
    await open(page, fake, "/trends");
    await page.getByText("From the newest 200 of").waitFor();
    await page.getByRole("button", { name: "Outcome", exact: true }).click();
    await page.getByRole("table", { name: "Scores by outcome" }).waitFor();
    await page.getByText("Show “Distribution” as a table").click();
    const rows = page.getByRole("region", { name: "Figures by Scores" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(11);
    await page.getByText("Show “Scores over time” as a table").click();
    await page.getByLabel("Period", { exact: true }).selectOption("30");
    await expect.poll(() => page.url()).toContain("days=30");
  });
  await step("none of it counts as a poll", async () => {
    const { calls } = await fake.control<{ calls: { polls: number }[] }>("GET", "/calls?limit=200");
    expect(calls.every(({ polls }) => polls === 0)).toBe(true);
  });
});
