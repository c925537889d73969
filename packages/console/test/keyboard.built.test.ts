import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";
import { lookAt } from "./support/look-at.ts";

test("keys go to pages, open the dialog and focus the search", async ({ fake, page }) => {
  const { sdk } = fake;
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  for (const name of ["one", "two", "three"]) {
    const audio_url = `https://recordings.example.com/${name}.wav`;
    await sdk.calls.create({ memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url });
  }
  await open(page, fake);
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await page.getByRole("heading", { level: 1, name: "Journal" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.getByText("3 calls").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("two");
  await page.getByText("1 of 3 calls").waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("j");
  await expect.poll(() => page.locator("a:focus").count()).toBe(1);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "two.wav" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await lookAt(page, "shortcuts");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New call" }).waitFor();
});

test("shortcuts can be turned off", async ({ fake, page }) => {
  await open(page, fake);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByLabel("Shortcuts of single keys").uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
  await page.keyboard.press("n");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("the menu of a narrow window has every page", async ({ fake, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, fake);
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Journal" }).waitFor();
  await lookAt(page, "menu");
  await page.setViewportSize({ width: 390, height: 844 });
  await menu.getByRole("link", { name: "Agents" }).click();
  await page.getByRole("heading", { level: 1, name: "Agents" }).waitFor();
});

test("the theme follows the system until one is chosen", async ({ fake, page }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, fake);
  expect(await theme()).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(theme).toBe("light");
  await page.getByRole("button", { name: "Dark" }).click();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
  expect(await theme()).toBe("dark");
});
