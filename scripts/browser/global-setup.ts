import type { TestProject } from "vitest/node";
import { findBrowser } from "./find-browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the browser; undefined when this machine has none. */
    browser: string | undefined;
    /** For the summary: what was looked for in vain, and what helps. */
    whyNoBrowser: string | undefined;
  }
}

/**
 * Finds the browser once for all test files.
 *
 * @throws {Error} when there is none and `CI` is set: there, no test is skipped
 */
export default async function setup({ provide }: TestProject): Promise<void> {
  const search = await findBrowser();
  provide("browser", search.path);
  const why = "why" in search ? `${search.why}; install one, or name it by CHROME_PATH` : undefined;
  provide("whyNoBrowser", why);
  if (why && process.env.CI) throw new Error(`There is no browser for the browser tests: ${why}.`);
}
