/** The console with ten thousand calls. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { busy, open, step } from "../support/console-test.ts";

busy("ten thousand calls are listed, searched, sorted, summed up and charted", async ({ fake, page }) => {
  await step("the state counts them", async () => {
    await open(page, fake, "/fake/state");
    await page.getByText("Calls10,000").waitFor();
  });
  await step("the list draws what is in view, is read in pages, and is searched as a whole", async () => {
    const sizes: number[] = [];
    page.on("response", (response) => {
      if (!response.url().includes("/__mock__/calls?")) return;
      // The page may be closed before the last response is read.
      response.body().then(
        ({ length }) => sizes.push(length),
        () => {},
      );
    });
    await open(page, fake);
    await page.getByText("10,000 calls").waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(100);
    await page.getByLabel("Search calls").fill("asha");
    await page.getByText(/^[\d,]+ of 10,000 calls$/).waitFor();
    expect(Math.max(...sizes)).toBeLessThan(100_000);
  });
  await step("all that the search finds are saved, not only those that were read", async () => {
    const count = (await page.getByText(/^[\d,]+ of 10,000 calls$/).textContent())?.split(" ")[0]?.replace(",", "");
    expect(Number(count)).toBeGreaterThan(1_000);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\n");
    expect(lines.length - 1).toBe(Number(count));
  });
  await step("trends show each agent and the criteria that are missed most, with few requests", async () => {
    let count = 0;
    page.on("request", (request) => {
      if (request.url().includes("/__mock__/")) count += 1;
    });
    await open(page, fake, "/trends");
    await page.getByText("The newest 1,000 of").waitFor();
    await page.getByRole("table", { name: "Criteria" }).waitFor();
    expect(count).toBeLessThan(30);
    await page.getByRole("button", { name: "By category" }).click();
    await page.getByLabel("Agent", { exact: true }).selectOption({ index: 1 });
    await expect.poll(() => page.url()).toMatch(/agent=.*by=category|by=category.*agent=/);
    await page.getByText("Show the averages of each").click();
    await expect.poll(() => page.getByRole("region", { name: "Averages" }).getByRole("row").count()).toBeGreaterThan(2);
  });
  await step("none of it counts as a poll", async () => {
    const { calls } = await fake.control<{ calls: { polls: number }[] }>("GET", "/calls?last=200");
    expect(calls.every(({ polls }) => polls === 0)).toBe(true);
  });
});
