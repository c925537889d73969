import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import type { FoundBrowser } from "./find-browser.ts";

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

/** Starts a browser that `findBrowser` found. */
export function startBrowser({ executablePath, environment }: FoundBrowser): Promise<Browser> {
  const env = { ...(process.env as Record<string, string>), ...environment };
  return chromium.launch({ executablePath, args: flags, env, timeout: busyMachineMs });
}

/** A window of its own. The browser from npm has a language of its own too, which `Intl` does not know. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: "en-US", ...options });
  context.setDefaultTimeout(busyMachineMs);
  return context;
}
