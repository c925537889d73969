/** From the first page to the moment of a recording that explains a missed criterion. */
import { expect } from "vitest";
import { canPlay, test } from "../support/console-test.ts";

test("from the first page it takes three clicks to the second that explains a missed criterion", async ({
  fake,
  page,
}) => {
  await page.goto(`${fake.url}/__mock__/`);
  await page.getByRole("button", { name: "Analyse a sample recording" }).click();
  await page.getByRole("dialog").getByText("completed").waitFor();
  await page.getByRole("link", { name: "Open the call" }).click();
  await page.getByRole("heading", { level: 2, name: "Missed criteria" }).waitFor();
  await canPlay(page);
  const moment = page.getByRole("button", { name: /hear why/ }).first();
  const [time = ""] = /^[\d:]+(?=:)/.exec((await moment.getAttribute("aria-label")) ?? "") ?? [];
  await moment.click();
  await page.getByRole("button", { name: "Pause" }).click();
  const position = await page.getByLabel("Position", { exact: true }).textContent();
  expect((position ?? "") >= time).toBe(true);
  expect(time).toMatch(/^\d\d:\d\d$/);
});
