/** One call with its analysis: what is heard, and what fits. */
import { expect } from "vitest";
import { completedCall, submitCall } from "../support/calls.ts";
import { busy, canPlay, open, step, test } from "../support/console-test.ts";
import { glanceAt } from "../support/look-at.ts";

test("a call under way becomes a scorecard by itself, whose criteria play their seconds", async ({ fake, context }) => {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const create = document.createElement.bind(document);
    document.createElement = ((name: string) => {
      const element = create(name);
      if (element instanceof HTMLAudioElement) Object.assign(window, { sound: element });
      return element;
    }) as typeof create;
  });
  const callId = await submitCall(fake, {
    filename: "asha-2026-11-21.wav",
    udfs: { crmId: 84113, campaign: "Autumn", tags: ["trial", "repeat"] },
  });
  await open(page, fake, `/calls/${callId}`);
  await step("a call under way becomes a scorecard by itself", async () => {
    await page.getByText("There is no analysis yet").waitFor();
    await fake.control("POST", `/calls/${callId}/complete`, { score: 87.5 });
    await page.getByText("87.5").waitFor();
    await canPlay(page);
  });
  const position = page.getByLabel("Position", { exact: true });
  await step("a jump is kept when the browser has not finished the one before", async () => {
    const playedFrom = await page.evaluate(() => {
      const { sound } = window as unknown as { sound: HTMLAudioElement };
      Object.defineProperty(sound, "readyState", { value: HTMLMediaElement.HAVE_METADATA, configurable: true }); // as during a jump
      const slider = document.querySelector<HTMLInputElement>("input[aria-label=Seek]");
      for (const seconds of ["5", "10"]) {
        // As React sets it, so that React takes note of the change.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(slider, seconds);
        slider?.dispatchEvent(new Event("input", { bubbles: true }));
      }
      Reflect.deleteProperty(sound, "readyState");
      return sound.currentTime;
    });
    expect(playedFrom).toBe(10);
  });
  await step("a criterion plays its second", async () => {
    const play = page.getByRole("button", { name: /^Play from \d\d:\d\d$/ }).nth(1);
    const name = (await play.getAttribute("aria-label")) ?? "";
    await play.click();
    await expect.poll(() => position.textContent()).toBe(name.replace("Play from ", ""));
  });
  await step("a call of a recording elsewhere says that there is nothing to hear", async () => {
    await open(page, fake, `/calls/${await completedCall(fake)}`);
    await page.getByText("but not play them").waitFor();
    const play = page.getByRole("button", { name: /^Play from/ }).first();
    const name = (await play.getAttribute("aria-label")) ?? "";
    await play.click();
    await expect.poll(() => position.textContent()).toBe(name.replace("Play from ", ""));
    await glanceAt(page, "scorecard-elsewhere");
  });
});

busy(
  "a call is read with the keys while its player stays in view, and Back leads to its row",
  async ({ fake, page }) => {
    await open(page, fake);
    const rows = page.locator("[data-row-link]");
    await rows.first().waitFor();
    const table = page.getByRole("table", { name: "Calls" }).locator("..");
    await table.evaluate((scroller) => scroller.scrollTo(0, 2_000));
    const row = page
      .locator("tr", { hasText: "completed" })
      .filter({ has: page.locator("[data-row-link]") })
      .nth(8);
    await row.locator("[data-row-link]").click();
    await page.getByText("Score", { exact: true }).waitFor();
    // Rows come and go while the list scrolls: the address has the one that was clicked.
    const id = page.url().split("/").at(-1) ?? "";
    await step("Page Down scrolls the call, and the player stays in view", async () => {
      await expect.poll(() => page.locator("h1:focus").count()).toBe(1);
      const pressed = async () => {
        await page.keyboard.press("PageDown");
        return page.locator("#main").evaluate((main) => main.scrollTop);
      };
      await expect.poll(pressed).toBeGreaterThan(500);
      const box = await page.getByRole("slider", { name: "Seek" }).boundingBox();
      expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
      await glanceAt(page, "scorecard-scrolled");
    });
    await step("Back leads to the row and to where the list was", async () => {
      await page.goBack();
      await expect.poll(() => page.locator("tr a:focus").getAttribute("href")).toContain(id);
      expect(await table.evaluate((scroller) => scroller.scrollTop)).toBeGreaterThan(1_000);
    });
  },
);
