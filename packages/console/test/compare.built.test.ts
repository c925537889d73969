import { expect } from "vitest";
import { completedCall } from "./support/calls.ts";
import { open, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { lookAt } from "./support/look-at.ts";
import { wav } from "./support/wav.ts";

/** Two completed calls of one category, whose first criterion has another result in each. */
async function twoCalls(fake: Fake): Promise<[string, string]> {
  const first = await completedCall(fake, { name: "baseline", analysis: { score: 90 } });
  const second = await completedCall(fake, { name: "candidate", analysis: { score: 40 } });
  return [first, second];
}

test("two calls are marked in the list and compared, the largest regression first", async ({ fake, page }) => {
  await twoCalls(fake);
  await open(page, fake);
  await page.getByRole("checkbox", { name: "Mark baseline.wav to compare it" }).check();
  await page.getByText("Mark a second one").waitFor();
  await page.getByRole("checkbox", { name: "Mark candidate.wav to compare it" }).check();
  await lookAt(page, "calls-marked");
  await page.getByRole("link", { name: "Compare", exact: true }).last().click();
  await page.getByRole("heading", { level: 1, name: "Compare" }).waitFor();
  await page.getByText("-50", { exact: true }).waitFor();
  const criteria = page.getByRole("listitem");
  expect(await criteria.first().textContent()).toContain("worse");
  await lookAt(page, "compare");
});

test("only the differences are shown when asked, and the address has it", async ({ fake, page }) => {
  const [a, b] = await twoCalls(fake);
  await open(page, fake, `/compare?a=${a}&b=${b}`);
  const same = page.getByText("same", { exact: true });
  await page.getByText("worse", { exact: true }).first().waitFor();
  const all = await page.getByRole("listitem").count();
  const sameCount = await same.count();
  await page.getByRole("checkbox", { name: "Only differences" }).check();
  await expect.poll(() => page.getByRole("listitem").count()).toBe(all - sameCount);
  expect(page.url()).toContain("differences=true");
});

test("the keys 1 and 2 switch the players", async ({ fake, page }) => {
  const [agents, categories] = await Promise.all([fake.sdk.agents.list(), fake.sdk.categories.list()]);
  const ids: string[] = [];
  for (const filename of ["one.wav", "two.wav"]) {
    const { callId } = await fake.sdk.calls.submitFile({
      file: wav(60),
      filename,
      memberId: agents[0]?.id ?? "",
      categoryId: categories[0]?.id ?? "",
    });
    await fake.control("POST", `/calls/${callId}/complete`, {});
    ids.push(callId);
  }
  await open(page, fake, `/compare?a=${ids[0]}&b=${ids[1]}`);
  const positions = page.getByLabel("Position", { exact: true });
  await expect.poll(() => positions.count()).toBe(2);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => positions.allTextContents()).toEqual(["00:05", "00:00"]);
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => positions.allTextContents()).toEqual(["00:05", "00:10"]);
  await page.keyboard.press("1");
  const chosen = page.getByRole("button", { name: "Use the player of call 1" });
  await expect.poll(() => chosen.getAttribute("aria-pressed")).toBe("true");
});

test("calls of different categories say that only score and outcome can be compared", async ({ fake, page }) => {
  const a = await completedCall(fake, { name: "sales", category: 0 });
  const b = await completedCall(fake, { name: "support", category: 1 });
  await open(page, fake, `/compare?a=${a}&b=${b}`);
  await page.getByText("no section in common").waitFor();
  await lookAt(page, "compare-categories");
});

test("calls are chosen on the page, and a call that is not there gives an error", async ({ fake, page }) => {
  const [a] = await twoCalls(fake);
  await open(page, fake, "/compare");
  await page.getByRole("heading", { name: "Choose two calls" }).waitFor();
  await page.getByRole("combobox", { name: "Call 1, the baseline" }).fill("baseline");
  await page.getByRole("option").first().click();
  expect(page.url()).toContain(`a=${a}`);
  await lookAt(page, "compare-empty");
  await open(page, fake, `/compare?a=${a}&b=call_nowhere`);
  await page.getByRole("alert").getByText("NotFoundError").waitFor();
});
