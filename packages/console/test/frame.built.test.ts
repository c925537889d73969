/** What stands around every page: keys, menu, theme, settings, messages, clock. */
import { expect } from "vitest";
import { createCall } from "./support/calls.ts";
import { open, step, test, testWith } from "./support/console-test.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";

/** A call takes two hours of the fake's clock. */
const hourly = testWith({ progression: { mode: "time", processingMs: 3_600_000, pendingMs: 3_600_000 } });

test("keys go to pages, open the dialog and focus the search, until they are turned off", async ({ fake, page }) => {
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
  await step("? shows the keys, which can be turned off, also for the next visit", async () => {
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.getByLabel("Shortcuts of single keys").uncheck();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("n");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  });
});

test("in a narrow window the menu has every page, and a message covers no button", async ({ fake, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, fake);
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Journal" }).waitFor();
  await lookAt(page, "menu", { isOfOneWidth: true });
  await menu.getByRole("link", { name: "Agents" }).click();
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

test("the theme and the settings are kept until they are forgotten", async ({ context, fake, page }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, fake, "/settings");
  await step("the theme follows the system until one is chosen", async () => {
    expect(await theme()).toBe("dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(theme).toBe("light");
    await page.locator("main").getByRole("button", { name: "Dark" }).click();
    await expect.poll(theme).toBe("dark");
  });
  const keys = page.getByRole("checkbox", { name: "Shortcuts of single keys" });
  await step("the theme and the shortcuts are kept", async () => {
    await keys.uncheck();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    expect(await theme()).toBe("dark");
    expect(await keys.isChecked()).toBe(false);
  });
  await step("“Forget” removes everything", async () => {
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByRole("button", { name: "Forget everything" }).click();
    await page.getByRole("checkbox", { name: "Shortcuts of single keys", checked: true }).waitFor();
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(kept.filter((key) => key.startsWith("call-analysis-console:"))).toEqual([]);
  });
  await step("an address that the page's policy forbids is refused, and the reason is said", async () => {
    // The browser writes what the policy has forbidden.
    context.removeAllListeners("console");
    await page.getByText("How the real service is connected").click();
    await page.getByLabel("Address of the proxy").fill("calls.example.com");
    await page.getByRole("button", { name: "Connect to the real service" }).click();
    await page.getByText("begins with a slash").waitFor();
    await page.getByLabel("Address of the proxy").fill("https://calls.example.com/call-analysis");
    await page.getByRole("button", { name: "Connect to the real service" }).click();
    await page.getByText("allows no request to https://calls.example.com").waitFor();
    await glanceAt(page, "settings-forbidden");
  });
});

hourly("calls move on with the clock, which can be set, reset and hidden", async ({ fake, page }) => {
  await createCall(fake);
  await open(page, fake);
  const next = page.getByRole("button", { name: "Next change" });
  const forward = page.getByRole("button", { name: "+1 min" });
  await step("the clock goes from one change of a call to the next", async () => {
    const row = page.getByRole("row").filter({ hasText: "call-0193.wav" });
    await row.getByText("processing").waitFor();
    await page.getByText("a call changes in 60 min").waitFor();
    await next.click();
    await row.getByText("pending").waitFor();
    await glanceAt(page, "clock");
    await next.click();
    await row.getByText("completed").waitFor();
    await expect.poll(() => next.isDisabled()).toBe(true);
  });
  await step("the clock is set to a time, and reset", async () => {
    await page.getByRole("button", { name: "Set…" }).click();
    await page.getByLabel("Time (UTC)").fill("2030-06-15T12:00:00");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByText("2030-06-15 12:00").waitFor();
    await forward.click();
    await page.getByText("2030-06-15 12:01").waitFor();
    expect((await fake.control<{ now: string }>("GET", "/clock")).now).toMatch(/^2030-06-15T12:01/);
    await page.getByRole("button", { name: "Reset clock" }).click();
    await page.getByText("2030-06-15").waitFor({ state: "detached" });
  });
  await step("~ hides and shows its buttons, also after a reload", async () => {
    await page.keyboard.press("~");
    await forward.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("~");
    await forward.waitFor();
  });
});
