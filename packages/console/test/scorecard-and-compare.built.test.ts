/** One call with its analysis, and two beside each other. */
import { expect } from "vitest";
import { completedCall } from "./support/calls.ts";
import { open, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";
import { wav } from "./support/wav.ts";

/** A call of an uploaded recording, which is not finished yet. */
async function submitCall({ sdk }: Fake, seconds = 180): Promise<string> {
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const { callId } = await sdk.calls.submitFile({
    file: wav(seconds),
    filename: "asha-2026-11-21.wav",
    memberId: agent?.id ?? "",
    categoryId: category?.id ?? "",
    udfs: { crmId: 84113, campaign: "Autumn", tags: ["trial", "repeat"] },
  });
  return callId;
}

test("a scorecard shows what the analysis says, and each criterion plays its second", async ({ fake, page }) => {
  const callId = await submitCall(fake);
  await fake.control("POST", `/calls/${callId}/complete`, { score: 87.5 });
  await open(page, fake, `/calls/${callId}`);
  await page.getByText("87.5").waitFor();
  const play = page.getByRole("button", { name: /^Play from \d\d:\d\d$/ });
  const name = (await play.nth(1).getAttribute("aria-label")) ?? "";
  await expect.poll(() => page.getByRole("button", { name: "Play", exact: true }).isEnabled()).toBe(true);
  await lookAt(page, "scorecard");
  await play.nth(1).click();
  const position = page.getByLabel("Position", { exact: true });
  await expect.poll(() => position.textContent()).toBe(name.replace("Play from ", ""));
});

test("from the first page it takes three clicks to the second that explains a missed criterion", async ({
  fake,
  page,
}) => {
  await page.goto(`${fake.url}/__mock__/`);
  await page.getByRole("button", { name: "Analyse a sample recording" }).click();
  await page.getByText("completed").first().waitFor();
  await page.getByRole("link", { name: "Open the call" }).click();
  await page.getByRole("heading", { level: 2, name: "Missed criteria" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Play", exact: true }).isEnabled()).toBe(true);
  const moment = page.getByRole("button", { name: /hear why/ }).first();
  const [time = ""] = /^[\d:]+(?=:)/.exec((await moment.getAttribute("aria-label")) ?? "") ?? [];
  await moment.click();
  await page.getByRole("button", { name: "Pause" }).click();
  const position = await page.getByLabel("Position", { exact: true }).textContent();
  expect((position ?? "") >= time).toBe(true);
  expect(time).toMatch(/^\d\d:\d\d$/);
});

test("a call under way says so, and becomes a scorecard by itself", async ({ fake, page }) => {
  const callId = await submitCall(fake, 5);
  await open(page, fake, `/calls/${callId}`);
  await page.getByText("There is no analysis yet").waitFor();
  await lookAt(page, "scorecard-unfinished");
  await fake.control("POST", `/calls/${callId}/complete`, { score: 50 });
  await page.getByText("Score", { exact: true }).waitFor();
});

test("a call of a recording elsewhere says that there is nothing to hear", async ({ fake, page }) => {
  const callId = await completedCall(fake);
  await open(page, fake, `/calls/${callId}`);
  await page.getByText("but not hear them").waitFor();
  const play = page.getByRole("button", { name: /^Play from/ }).first();
  const name = (await play.getAttribute("aria-label")) ?? "";
  await play.click();
  await expect
    .poll(() => page.getByLabel("Position", { exact: true }).textContent())
    .toBe(name.replace("Play from ", ""));
  await glanceAt(page, "scorecard-elsewhere");
});

test("a jump is kept when the browser has not finished the one before", async ({ fake, page }) => {
  const callId = await submitCall(fake, 60);
  await fake.control("POST", `/calls/${callId}/complete`, {});
  await page.addInitScript(() => {
    const create = document.createElement.bind(document);
    document.createElement = ((name: string) => {
      const element = create(name);
      if (element instanceof HTMLAudioElement) Object.assign(window, { sound: element });
      return element;
    }) as typeof create;
  });
  await open(page, fake, `/calls/${callId}`);
  await expect.poll(() => page.getByRole("button", { name: "Play", exact: true }).isEnabled()).toBe(true);
  const playedFrom = await page.evaluate(() => {
    const { sound } = window as unknown as { sound: HTMLAudioElement };
    Object.defineProperty(sound, "readyState", { value: HTMLMediaElement.HAVE_METADATA }); // as during a jump
    for (const _press of [1, 2]) document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    return sound.currentTime;
  });
  expect(playedFrom).toBe(10);
});

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
  await glanceAt(page, "calls-marked");
  await page.getByRole("link", { name: "Compare", exact: true }).last().click();
  await page.getByRole("heading", { level: 1, name: "Compare" }).waitFor();
  await page.getByText("-50", { exact: true }).waitFor();
  const criteria = page.getByRole("listitem");
  expect(await criteria.first().textContent()).toContain("worse");
  await lookAt(page, "compare");
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
  await glanceAt(page, "compare-categories");
});

test("calls are chosen on the page, and a call that is not there gives an error", async ({ fake, page }) => {
  const [a] = await twoCalls(fake);
  await open(page, fake, "/compare");
  await page.getByRole("heading", { name: "Choose two calls" }).waitFor();
  await page.getByRole("combobox", { name: "Call 1, the baseline" }).fill("baseline");
  await page.getByRole("option").first().click();
  expect(page.url()).toContain(`a=${a}`);
  await glanceAt(page, "compare-empty");
  await open(page, fake, `/compare?a=${a}&b=call_nowhere`);
  await page.getByRole("alert").getByText("NotFoundError").waitFor();
});
