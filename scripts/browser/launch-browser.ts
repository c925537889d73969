import type { Browser } from "playwright-core";
import { inject } from "vitest";
import { startBrowser } from "./start-browser.ts";
import "./global-setup.ts";

export { newContext } from "./start-browser.ts";

/** Whether this machine has no browser, so that tests which need one are skipped. */
export const hasNoBrowser = inject("browser") === undefined;

/** Starts the browser that was found for this run. */
export async function launchBrowser(): Promise<Browser> {
  const found = inject("browser");
  if (!found) throw new Error("There is no browser on this machine.");
  return startBrowser(found);
}
