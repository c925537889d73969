/** What stands around every page: the search, the theme, the menu, messages. The clock is in `drawn/frame.ts`. */
import { expect } from "vitest";
import { createCall } from "../support/calls.ts";
import { open, step, test } from "../support/console-test.ts";

test("the key / leads to the search, Escape leaves it, and the theme is the system's", async ({ fake, page }) => {
  for (const name of ["one", "two", "three"]) await createCall(fake, { name });
  await open(page, fake);
  const search = page.getByLabel("Search calls");
  const isFocused = () => search.evaluate((field) => field === document.activeElement);
  await step("/ focuses the search, got a letter in it", async () => {
    await page.getByText("3 calls").waitFor();
    await page.keyboard.press("/");
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.type("a/b");
    expect(await search.inputValue()).toBe("a/b");
  });
  await step("Escape clears the search and leaves it", async () => {
    await page.keyboard.press("Escape");
    await expect.poll(isFocused).toBe(false);
    await page.getByText("3 calls", { exact: true }).waitFor();
  });
  await step("no other single key does anything", async () => {
    for (const key of ["n", "g", "j", "?", "~"]) await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(page.url()).toMatch(/#\/calls$/);
  });
  await step("the theme follows the system", async () => {
    const theme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(theme).toBe(colorScheme);
    }
  });
});

test("in a narrow window the menu has every page, and a message covers no button", async ({ fake, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, fake);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Agents" }).click();
  await page.getByRole("heading", { level: 1, name: "Agents" }).waitFor();
  await step("a message covers neither the clock's buttons nor the page's", async () => {
    await page.getByRole("button", { name: "New agent" }).click();
    await page.getByLabel("Full name").fill("Nadia Okafor");
    await page.getByLabel("E-mail").fill("nadia@example.com");
    await page.getByRole("button", { name: "Create" }).click();
    const message = page.getByRole("dialog", { name: "Nadia Okafor is created" });
    await message.waitFor();
    // A trial click goes through the checks of a click: one of them is that nothing covers the button.
    for (const name of ["+1 s", "+1 min", "New agent"]) await page.getByRole("button", { name }).click({ trial: true });
    expect(await message.isVisible()).toBe(true);
  });
});
