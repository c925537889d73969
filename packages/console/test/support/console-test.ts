/** Tests of the console as a person uses it: in Chromium, against a fake that is as new for each test. */
import type { BrowserContext, ConsoleMessage, Page, WebError } from "playwright-core";
import { expect } from "vitest";
import { browserTest, hasNoBrowser, newContext } from "../../../../scripts/browser/launch-browser.ts";
import { type Fake, type FakeOptions, startFake } from "./fake.ts";
import { wide } from "./look-at.ts";

/** What a test of the console has. */
export interface ConsoleFixtures {
  /** How its fake starts, and whether it is reset before the test; set them by `testWith()`. */
  options: FakeOptions;
  isReset: boolean;
  /** The fakes of the file, by their options. Each is started when a test first needs it, and ends with the file. */
  fakes: (options: FakeOptions) => Promise<Fake>;
  /** As new: it is reset before each test. */
  fake: Fake;
  /** The window of the file, which keeps the console's files. */
  context: BrowserContext;
  /** Its first page, which stays: one process loads the console for all tests. The others are closed after each test. */
  firstPage: Page;
  /** The errors of its pages in this test. There must be none at the end. */
  problems: string[];
  /** The first page, which is nowhere yet. A test that changes more than its document opens one of its own. */
  page: Page;
}

const consoleTest = browserTest.extend<ConsoleFixtures>({
  options: {},
  isReset: true,
  fakes: [
    // Vitest reads the fixtures that a fixture needs from this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const started = new Map<string, Promise<Fake>>();
      await use((options) => {
        const key = JSON.stringify(options);
        const fake = started.get(key) ?? startFake(options);
        started.set(key, fake);
        return fake;
      });
      for (const fake of started.values()) await (await fake).stop();
    },
    { scope: "file" },
  ],
  fake: async ({ fakes, options, isReset }, use) => {
    const fake = await fakes(options);
    if (isReset) await fake.control("POST", "/reset");
    await use(fake);
  },
  context: [
    async ({ browser }, use) => {
      const context = await newContext(browser, {
        viewport: wide,
        permissions: ["clipboard-read", "clipboard-write"],
        // Movement costs time, and no test looks at it.
        reducedMotion: "reduce",
      });
      // As long as a test may take: on a busy machine a page takes more than the 30 s that Playwright waits by default.
      context.setDefaultTimeout(150_000);
      await use(context);
      await context.close();
    },
    { scope: "file" },
  ],
  firstPage: [async ({ context }, use) => use(await context.newPage()), { scope: "file" }],
  problems: [
    async ({ context, firstPage }, use) => {
      const problems: string[] = [];
      const onError = (error: WebError) => problems.push(String(error.error()));
      const onMessage = (message: ConsoleMessage) => {
        if (message.type() === "error" && !isRefusal(message.text())) problems.push(message.text());
      };
      context.on("weberror", onError).on("console", onMessage);
      await use(problems);
      context.off("weberror", onError).off("console", onMessage);
      for (const page of context.pages()) if (page !== firstPage) await page.close();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ firstPage }, use) => {
    await use(firstPage);
    await firstPage.goto("about:blank");
    await firstPage.setViewportSize(wide);
    await firstPage.emulateMedia({ colorScheme: null });
  },
});

/** A test with a fake of other options; without a reset, where a file's tests change nothing. */
export function testWith(options: FakeOptions, { isReset = true } = {}) {
  return consoleTest.extend({ options, isReset }).skipIf(hasNoBrowser);
}

/** A test with a fake and a page; skipped where there is no browser. */
export const test = testWith({});

/** A test with the fake of ten thousand calls, in which it changes nothing. */
export const busy = testWith({ scenario: "busy" }, { isReset: false });

/** The browser writes a line for each response that is an error; the tests look at those themselves. */
function isRefusal(text: string): boolean {
  return text.startsWith("Failed to load resource");
}

/** One rule of a journey. When it fails, the test says which. */
export async function step(rule: string, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (cause) {
    throw new Error(`It does not hold that ${rule}.`, { cause });
  }
}

/** Opens a page of the console, such as `/calls`. */
export async function open(page: Page, fake: Pick<Fake, "url">, path = "/calls"): Promise<void> {
  await page.goto(`${fake.url}/__mock__/#${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Waits until the recording can be heard. */
export async function canPlay(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole("button", { name: "Play", exact: true }).first().isEnabled()).toBe(true);
}
