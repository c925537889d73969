import type { TestProject } from "vitest/node";
import { type FoundBrowser, findBrowser } from "./find-browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Undefined when this machine has none. */
    browser: FoundBrowser | undefined;
  }
}

/**
 * Finds the browser once for all test files.
 *
 * @throws {Error} when there is none and `CI` is set: there, no test is skipped
 */
export default async function setup({ provide }: TestProject): Promise<void> {
  const search = await findBrowser();
  provide("browser", search.browser);
  if (search.browser) return;
  const message = `There is no browser for the browser tests: ${search.why}. Install one, or name it by CHROME_PATH.`;
  if (process.env.CI) throw new Error(message);
  console.warn(`${message} They are skipped.`);
}
