import type { Browser } from "playwright-core";
import { test as base, inject } from "vitest";
import { startBrowser } from "./start-browser.ts";
import "./global-setup.ts";

export { newContext } from "./start-browser.ts";

/** Whether this machine has no browser, so that tests which need one are skipped. */
export const hasNoBrowser = inject("browser") === undefined;

let launched: Promise<Browser> | undefined;

/**
 * A test with the browser that was found for this run. It starts when a test of the process first needs it, and all files
 * of the process share it, whatever else their tests are extended with: a test opens its own window in it, and closes that.
 */
export const browserTest = base.extend<{ browser: Browser }>({
  browser: [
    // Vitest reads the fixtures that a fixture needs from this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      launched ??= startBrowser(inject("browser"));
      await use(await launched);
      const ended = launched;
      launched = undefined;
      await (await ended)?.close();
    },
    { scope: "worker" },
  ],
});
