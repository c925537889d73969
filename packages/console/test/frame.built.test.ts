/** What stands around every page: keys, menu, theme, settings, messages. The clock is in `drawn/frame.ts`. */
import { expect } from "vitest";
import { createCall } from "./support/calls.ts";
import { open, step, test } from "./support/console-test.ts";

test("keys go to pages, open the dialog and focus the search; they can be turned off, and themes chosen, until all is forgotten", async ({
  fake,
  page,
}) => {
  for (const name of ["one", "two", "three"]) await createCall(fake, { name });
  await open(page, fake);
  await step("g and a letter go to a page", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("j");
    await page.getByRole("heading", { level: 1, name: "Journal" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.getByText("3 calls").waitFor();
  });
  await step("/ focuses the search, j the first of its results, and Enter opens it", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("two");
    await page.getByText("1 of 3 calls").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("j");
    await expect.poll(() => page.locator("a:focus").count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "two.wav" }).waitFor();
  });
  await step("n opens the dialog of a new call", async () => {
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New call" }).waitFor();
    await expect
      .poll(() => page.getByLabel("Choose an audio file").evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
  await step("~ shows and hides the clock's buttons", async () => {
    const forward = page.getByRole("button", { name: "+1 min" });
    await page.keyboard.press("~");
    await forward.waitFor({ state: "detached" });
    await page.keyboard.press("~");
    await forward.waitFor();
  });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await step("the theme follows the system until one is chosen", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(theme).toBe("dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(theme).toBe("light");
    await open(page, fake, "/settings");
    await page.locator("main").getByRole("button", { name: "Dark" }).click();
    await expect.poll(theme).toBe("dark");
  });
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await step("? shows the keys, which can be turned off; that and the theme are kept", async () => {
    await page.keyboard.press("?");
    await keys.getByLabel("Shortcuts of single keys").uncheck();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    expect(await theme()).toBe("dark");
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await keys.waitFor();
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
  });
  await step("“Forget” removes everything", async () => {
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByRole("button", { name: "Forget everything" }).click();
    await page.getByRole("checkbox", { name: "Shortcuts of single keys", checked: true }).waitFor();
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(kept.filter((key) => key.startsWith("call-analysis-console:"))).toEqual([]);
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
    await page.getByRole("button", { name: "Show the clock's buttons" }).click();
    // A trial click goes through the checks of a click: one of them is that nothing covers the button.
    for (const name of ["+1 s", "Reset clock", "New agent"])
      await page.getByRole("button", { name }).click({ trial: true });
    expect(await message.isVisible()).toBe(true);
  });
});
