/** Trends in a browser: the criterion that is missed most, and its calls. What charts say is in `drawn/analysis-pages.ts`. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { open, testWith } from "../support/console-test.ts";
import type { Fake } from "../support/fake.ts";
import { glanceAt } from "../support/look-at.ts";

const test = testWith({ clock: { startAt: "2026-10-05T09:00:00.000Z" } });

const dayMs = 86_400_000;

/** A call that is completed now. */
async function analysed({ sdk, control }: Fake, { agent, score }: { agent: number; score: number }): Promise<void> {
  const [agents, [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const people = { memberId: agents[agent]?.id ?? "", categoryId: category?.id ?? "" };
  const { callId } = await sdk.calls.create({ ...people, audio_url: `https://example.com/${agent}-${score}.wav` });
  await control("POST", `/calls/${callId}/complete`, { score });
}

test("the criterion missed most shows its calls beside it, without scrolling, and they lead to the call", async ({
  fake,
  page,
}) => {
  for (const [days, agent, score] of [
    [0, 0, 87.5],
    [3, 1, 40],
    [4, 1, 35],
    [6, 2, 62],
    [12, 3, 12],
  ] as const) {
    await fake.control("POST", "/clock/advance", { ms: days * dayMs });
    await analysed(fake, { agent, score });
  }
  await open(page, fake, "/trends");
  const table = page.getByRole("table", { name: "Criteria" });
  const question = table.locator("tbody button").first();
  const name = (await question.textContent()) ?? "";
  // Anywhere in the row.
  await table.getByRole("row").nth(1).getByRole("cell").nth(1).click();
  const calls = page.getByRole("list", { name: `Calls: ${name}` });
  await calls.getByRole("listitem").first().waitFor();
  expect(await calls.evaluate((list) => list.getBoundingClientRect().top < innerHeight)).toBe(true);
  const [tableBox, callsBox] = [await table.boundingBox(), await calls.boundingBox()];
  expect(callsBox?.x).toBeGreaterThan(tableBox?.x ?? Number.NaN);
  expect(page.url()).toContain("criterion=");
  await glanceAt(page, "trends-criterion");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toMatch(/^\ufeffcallId,score,outcomeLabel,sectionId/);
  await calls.getByRole("link").first().click();
  await page.getByRole("heading", { level: 1, name: /\.wav$/ }).waitFor();
  await page.getByText(name).first().waitFor();
});
