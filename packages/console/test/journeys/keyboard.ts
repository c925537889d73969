/** From a new call to a test of its failure without a mouse: nothing is clicked, and nothing is focused by the test. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { open, step, test } from "../support/console-test.ts";
import { glanceAt } from "../support/look-at.ts";
import { wav } from "../support/wav.ts";

/** More presses of the Tab key than any page has controls. */
const mostPresses = 60;

/** Presses a key until an element has the focus. */
async function moveTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  // Found once: to find it by its role takes longer than the press of a key.
  const element = await target.elementHandle();
  for (let press = 0; press < mostPresses; press += 1) {
    if (await element?.evaluate((found) => found === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}.`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await moveTo(page, target);
  await page.keyboard.press("Enter");
}

test("a call is created and found, its next request fails, and the failure is copied, with the keys alone", async ({
  fake,
  page,
}) => {
  await open(page, fake);
  await step("a call is created", async () => {
    await press(page, page.getByRole("button", { name: "New call" }));
    const dialog = page.getByRole("dialog", { name: "New call" });
    await page.getByLabel("Choose an audio file").and(page.locator(":focus")).waitFor();
    const chosen = page.waitForEvent("filechooser");
    await page.keyboard.press("Space");
    await (await chosen).setFiles({ name: "keyboard.wav", mimeType: "audio/wav", buffer: wav(2) });
    await moveTo(page, dialog.getByRole("combobox", { name: "Category", exact: true }));
    const isHighlighted = async () => {
      await page.keyboard.press("ArrowDown");
      return page.locator("[role=option][data-highlighted]").isVisible();
    };
    // The list does not take the keys before it is open.
    await expect.poll(isHighlighted).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    await press(page, dialog.getByRole("button", { name: "Analyse" }));
    await dialog.getByRole("link", { name: "Open the call" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
  await step("/ leads to the search, got a letter in it, and Escape clears and leaves it", async () => {
    const search = page.getByLabel("Search calls");
    await search.waitFor();
    await page.keyboard.press("/");
    await search.and(page.locator(":focus")).waitFor();
    await page.keyboard.type("a/b");
    expect(await search.inputValue()).toBe("a/b");
    await page.keyboard.press("Escape");
    await search.and(page.locator(":not(:focus)")).waitFor();
    await page.getByText("1 call", { exact: true }).waitFor();
  });
  await step("no other single key does anything", async () => {
    for (const key of ["n", "g", "j", "?", "~"]) await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(page.url()).toMatch(/#\/calls$/);
  });
  await step("it is found, and opened", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("keyboard");
    const row = page.getByRole("table", { name: "Calls" }).getByRole("link", { name: /^keyboard\.wav/ });
    await press(page, row);
    await page.getByRole("heading", { level: 1, name: "keyboard.wav" }).waitFor();
  });
  await step("its request is found in the journal, and the next one fails", async () => {
    const navigation = page.getByRole("navigation", { name: "Pages" });
    await moveTo(page, navigation.getByRole("link", { name: "Journal" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Journal" }).waitFor();
    await moveTo(page, page.getByRole("checkbox", { name: "Console’s requests" }));
    await page.keyboard.press("Space");
    await press(page, page.getByRole("link", { name: "createCall", exact: true }));
    await page.getByRole("heading", { level: 2, name: "createCall" }).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Fail the next" }).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Fail the next" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    const highlighted = page.locator("[role=menuitem][data-highlighted]");
    for (const name of ["Response lost after the service has acted", "Status 503", "Status 429, Retry-After 1 s"]) {
      await highlighted.and(page.getByRole("menuitem", { name })).waitFor();
      await page.keyboard.press("ArrowDown");
    }
    await highlighted.and(page.getByRole("menuitem", { name: "Status 500" })).waitFor();
    await page.keyboard.press("Enter");
    await highlighted.waitFor({ state: "detached" });
    await page.getByText("A rule waits for createCall: it gets status 500").waitFor();
    await page.getByRole("button", { name: "Fail the next" }).and(page.locator(":focus")).waitFor();
    await press(page, page.getByRole("button", { name: "Replay" }));
    await page.getByRole("article").getByText("500", { exact: true }).waitFor();
    await glanceAt(page, "journal-entry-fault");
  });
  await step("the failure is copied as a test", async () => {
    await press(page, page.getByRole("button", { name: "Copy as test" }));
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('import { test } from "@call-analysis/mock/vitest"');
    expect(await copied()).toContain("500");
  });
});
