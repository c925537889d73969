import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { type FoundBrowser, findBrowser } from "./find-browser.ts";

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

/** Finds the browser of this machine, and starts it. @throws {Error} when there is none */
export async function startAnyBrowser(): Promise<Browser> {
  const search = await findBrowser();
  if (!search.browser) throw new Error(`There is no browser: ${search.why}.`);
  return startBrowser(search.browser);
}

/** A new window. The browser from npm has its own language too, which `Intl` does not know. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: "en-US", ...options });
  context.setDefaultTimeout(busyMachineMs);
  return context;
}
