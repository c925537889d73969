/** What stands around every page: keys, menu, theme, messages, clock; and that what is in it fits. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { createCall } from "./support/calls.ts";
import { open, test, testWith } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";

/** A call takes two hours of the fake's clock. */
const hourly = testWith({ progression: { mode: "time", processingMs: 3_600_000, pendingMs: 3_600_000 } });

test("keys go to pages, open the dialog and focus the search", async ({ fake, page }) => {
  for (const name of ["one", "two", "three"]) await createCall(fake, { name });
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

test("the theme and the shortcuts are kept, and “Forget” removes everything", async ({ fake, page }) => {
  await open(page, fake, "/settings");
  await page.locator("main").getByRole("button", { name: "Dark" }).click();
  await page.getByRole("checkbox", { name: "Shortcuts of single keys" }).uncheck();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(await page.getByRole("checkbox", { name: "Shortcuts of single keys" }).isChecked()).toBe(false);
  await page.getByRole("button", { name: "Forget", exact: true }).click();
  await page.getByRole("button", { name: "Forget everything" }).click();
  await page.getByRole("checkbox", { name: "Shortcuts of single keys", checked: true }).waitFor();
  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(kept.filter((key) => key.startsWith("call-analysis-console:"))).toEqual([]);
  await lookAt(page, "settings");
  await page.getByText("How the real service is connected").click();
  await glanceAt(page, "settings-how-to");
});

hourly("calls move through their states as the clock goes from one change to the next", async ({ fake, page }) => {
  await createCall(fake);
  await open(page, fake);
  const row = page.getByRole("row").filter({ hasText: "call-0193.wav" });
  await row.getByText("processing").waitFor();
  await page.getByText("a call changes in 60 min").waitFor();
  await page.getByRole("button", { name: "Next change" }).click();
  await row.getByText("pending").waitFor();
  await glanceAt(page, "clock");
  await page.getByRole("button", { name: "Next change" }).click();
  await row.getByText("completed").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Next change" }).isDisabled()).toBe(true);
});

hourly("the clock is set to a time, and reset", async ({ fake, page }) => {
  await open(page, fake);
  await page.getByRole("button", { name: "Set…" }).click();
  await page.getByLabel("Time (UTC)").fill("2030-06-15T12:00:00");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.getByText("2030-06-15 12:00").waitFor();
  await page.getByRole("button", { name: "+1 min" }).click();
  await page.getByText("2030-06-15 12:01").waitFor();
  expect((await fake.control<{ now: string }>("GET", "/clock")).now).toMatch(/^2030-06-15T12:01/);
  await page.getByRole("button", { name: "Reset clock" }).click();
  await page.getByText("2030-06-15").waitFor({ state: "detached" });
});

hourly("the clock's buttons are hidden and shown by ~, also after a reload", async ({ fake, page }) => {
  await open(page, fake);
  await page.keyboard.press("~");
  await page.getByRole("button", { name: "+1 min" }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("~");
  await page.getByRole("button", { name: "+1 min" }).waitFor();
});

test("a message covers neither the clock's buttons nor the page's, also in a narrow window", async ({ fake, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, fake, "/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByLabel("Full name").fill("Nadia Okafor");
  await page.getByLabel("E-mail").fill("nadia@example.com");
  await page.getByRole("button", { name: "Create" }).click();
  const message = page.getByRole("dialog", { name: "Nadia Okafor is created" });
  await message.waitFor();
  // A trial click goes through the checks of a click: one of them is that nothing covers the button.
  for (const name of ["+1 s", "Reset clock", "New agent"])
    await page.getByRole("button", { name }).click({ trial: true });
  expect(await message.isVisible()).toBe(true);
});

const words = "Complaints about deliveries, and whatever goes with them, in the north and in the south of the country";
const unbroken = "Zahlungserinnerungsgesprächsauswertungskategorie".repeat(3);

/** Two calls of an agent and a category whose every name is long; gives the ids. */
async function longNames({ sdk, control }: Fake): Promise<{ callIds: string[]; categoryId: string }> {
  const categoryId = "cat_long";
  const section = (sectionName: string) => ({ sectionName, criterias: [{ question: `Was ${unbroken} named?` }] });
  const category = {
    id: categoryId,
    name: words,
    possibleOutcomes: [{ label: unbroken, isSuccess: true }, { label: words }],
    analysisPointers: [section(unbroken), section(words)],
    extractionFields: [{ fieldName: "long", displayName: unbroken, fieldType: "string" }],
  };
  await control("POST", "/seed", {
    categories: [category],
    agents: [{ id: "mem_long", name: words, email: "long@example.com" }],
  });
  const callIds = [];
  for (const outcomeLabel of [unbroken, words]) {
    const { callId } = await sdk.calls.create({
      memberId: "mem_long",
      categoryId,
      audio_url: `https://recordings.example.com/${unbroken}.wav`,
    });
    await control("POST", `/calls/${callId}/complete`, { outcomeLabel });
    callIds.push(callId);
  }
  return { callIds, categoryId };
}

/** The texts in the page that reach beyond the element that the selector finds around them. */
function escaping(page: Page, around: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const found = [...document.querySelectorAll("main *")].filter((element) => {
      const frame = element.closest(selector);
      const isText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const isHidden = element.closest(".sr-only, .truncate, [aria-hidden]") !== null;
      const { right, width } = element.getBoundingClientRect();
      return frame && isText && !isHidden && width > 0 && right > frame.getBoundingClientRect().right + 0.5;
    });
    return found.map(({ textContent }) => textContent ?? "");
  }, around);
}

test("long names leave every column of the calls in view", async ({ fake, page }) => {
  await longNames(fake);
  await open(page, fake);
  const table = page.getByRole("table", { name: "Calls" });
  await table.getByRole("row").nth(2).waitFor();
  const pixelsBeyond = await table.evaluate((element) => {
    const scroller = element.parentElement;
    return scroller ? scroller.scrollWidth - scroller.clientWidth : Number.NaN;
  });
  expect(pixelsBeyond).toBe(0);
  await glanceAt(page, "calls-long-names");
});

test("long names stay inside their panels on every page", async ({ fake, page }) => {
  const { callIds, categoryId } = await longNames(fake);
  const [first, second] = callIds;
  const pages = [`/calls/${first}`, `/categories/${categoryId}`, `/compare?a=${first}&b=${second}`, "/trends"];
  for (const [index, path] of pages.entries()) {
    await open(page, fake, path);
    await page.locator("main section").first().waitFor();
    for (const width of [1_280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await escaping(page, "section"), `${path}, ${width} pixels wide`).toEqual([]);
    }
    await glanceAt(page, `long-names-${index}`);
  }
});

const withoutData = testWith({ scenario: "empty" });

withoutData("every page without data says the next step", async ({ fake, page }) => {
  const pages = [
    ["calls", "No calls yet"],
    ["trends", "No scores yet"],
    ["agents", "No agents yet"],
    ["fake/journal", "No requests yet"],
    ["fake/faults", "Nothing goes wrong", "/__mock__/faults"],
    ["fake/rules", "Every call ends as it is planned", "/__mock__/engine/rules"],
    ["fake/gates", "No request is held", "/__mock__/gates"],
  ] as const;
  for (const [path, heading, command] of pages) {
    await open(page, fake, `/${path}`);
    await page.getByRole("heading", { name: heading }).waitFor();
    if (command) await page.getByText(`curl -X POST ${fake.url}${command}`).waitFor();
    // Axe sees the two ways in which they are made: with a button, and with a command.
    const look = path === "calls" || path === "fake/faults" ? lookAt : glanceAt;
    await look(page, `${path.replace("fake/", "")}-empty`);
  }
});

test("every page that cannot be read says why, and reads again when asked", async ({ fake, page }) => {
  const broken = new Set(["/faults", "/journal?", "/engine/rules", "/gates", "/state?"]);
  const error = { code: "broken", message: "The disk is full.", fields: [] };
  const isBroken = ({ pathname, search }: URL) => {
    return [...broken].some((read) => `${pathname}${search}`.includes(`/__mock__${read}`));
  };
  await page.route(isBroken, (route) => route.fulfill({ status: 500, json: { error } }));
  // The faults first: every page reads how many there are.
  for (const read of [...broken]) {
    const path = /[a-z]+(?=\?|$)/.exec(read)?.[0] ?? "";
    await open(page, fake, `/fake/${path}`);
    await page.getByRole("alert").getByText("The disk is full.").waitFor();
    await (path === "faults" ? lookAt : glanceAt)(page, `${path}-error`);
    broken.delete(read);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
  }
});
