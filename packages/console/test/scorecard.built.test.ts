import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { lookAt } from "./support/look-at.ts";
import { wav } from "./support/wav.ts";

/** A call of an uploaded recording, which is not finished yet. */
async function createCall({ sdk }: Fake, seconds = 180): Promise<string> {
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
  const callId = await createCall(fake);
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

test("from the printed address it takes three clicks to the second that explains a missed criterion", async ({
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
  const callId = await createCall(fake, 5);
  await open(page, fake, `/calls/${callId}`);
  await page.getByText("There is no analysis yet").waitFor();
  await lookAt(page, "scorecard-unfinished");
  await fake.control("POST", `/calls/${callId}/complete`, { score: 50 });
  await page.getByText("Score", { exact: true }).waitFor();
});

test("a call of a recording elsewhere says that there is nothing to hear", async ({ fake, page }) => {
  const { sdk } = fake;
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const { callId } = await sdk.calls.create({
    memberId: agent?.id ?? "",
    categoryId: category?.id ?? "",
    audio_url: "https://recordings.example.com/call-0193.wav",
  });
  await fake.control("POST", `/calls/${callId}/complete`, {});
  await open(page, fake, `/calls/${callId}`);
  await page.getByText("but not hear them").waitFor();
  const play = page.getByRole("button", { name: /^Play from/ }).first();
  const name = (await play.getAttribute("aria-label")) ?? "";
  await play.click();
  await expect
    .poll(() => page.getByLabel("Position", { exact: true }).textContent())
    .toBe(name.replace("Play from ", ""));
  await lookAt(page, "scorecard-elsewhere");
});

test("a jump is kept when the browser has not finished the one before", async ({ fake, page }) => {
  const callId = await createCall(fake, 60);
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

test("an id that no call has gives an error that can be retried", async ({ fake, page }) => {
  await open(page, fake, "/calls/call_nowhere");
  await page.getByRole("alert").getByText("NotFoundError").waitFor();
  await lookAt(page, "scorecard-not-found");
});
