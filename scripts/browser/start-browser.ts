import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

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

/** Starts a browser that `findBrowser` found. @throws {Error} when it found none */
export function startBrowser(executablePath: string | undefined): Promise<Browser> {
  if (executablePath === undefined) throw new Error("There is no browser on this machine.");
  return chromium.launch({ executablePath, args: flags, timeout: busyMachineMs });
}

/** A new window. The browser from npm has its own language too, which `Intl` does not know. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: "en-US", ...options });
  context.setDefaultTimeout(busyMachineMs);
  return context;
}
