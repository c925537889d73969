import type { TestProject } from "vitest/node";
import { type FoundBrowser, findBrowser } from "./find-browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Undefined when this machine has none. */
    browser: FoundBrowser | undefined;
  }
}

const missing =
  "There is no browser for the browser tests: install Chrome or Chromium, or name one by CHROME_PATH. (The one from npm needs Linux on x64.)";

/**
 * Finds the browser once for all test files.
 *
 * @throws {Error} when there is none and `CI` is set: there, tests are not skipped
 */
export default async function setup({ provide }: TestProject): Promise<void> {
  const browser = await findBrowser();
  if (!browser && process.env.CI) throw new Error(missing);
  if (!browser) console.warn(`${missing} They are skipped.`);
  provide("browser", browser);
}
