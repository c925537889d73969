import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { inject } from "vitest";
import "./global-setup.ts";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Playwright gives up after 30 seconds by itself. */
const busyMachineMs = 120_000;

/** Whether this machine has no browser, so that tests which need one are skipped. */
export const hasNoBrowser = inject("browser") === undefined;

/** Starts the browser that was found for this run. */
export async function launchBrowser(): Promise<Browser> {
  const found = inject("browser");
  if (!found) throw new Error("There is no browser on this machine.");
  const env = { ...(process.env as Record<string, string>), ...found.environment };
  return chromium.launch({ executablePath: found.executablePath, args: flags, env, timeout: busyMachineMs });
}

/** A window of its own. The browser from npm has a language of its own too, which `Intl` does not know. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: "en-US", ...options });
  context.setDefaultTimeout(busyMachineMs);
  return context;
}
