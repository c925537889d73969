/** A page in real Chromium, with the client bundled into it. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { RecordingService } from "../upload/recording-service.js";

const executablePath = "/usr/bin/chromium";
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @throws {Error} that says how to install it, when it is not there */
export async function launchChromium(): Promise<BrowserContext> {
  if (existsSync(executablePath)) return (await chromium.launch({ executablePath, args: flags })).newContext();
  throw new Error(`${executablePath} is missing. Install it with: apt-get update && apt-get install -y chromium`);
}

/** The page's script. */
export async function bundlePage(): Promise<string> {
  const entry = fileURLToPath(new URL("page.ts", import.meta.url));
  const tsconfig = fileURLToPath(new URL("../../../../tsconfig.json", import.meta.url));
  const options = { bundle: true, format: "esm", platform: "browser", target: "es2022", write: false } as const;
  const { outputFiles } = await build({ entryPoints: [entry], tsconfig, ...options });
  return outputFiles[0]?.text ?? "";
}

/** Opens the page on the service's own origin, as its storage is. */
export async function openPage(context: BrowserContext, service: RecordingService, script: string): Promise<Page> {
  const worker = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
  service.serve("/", "text/html", '<!doctype html><script type="module" src="/page.js"></script>');
  service.serve("/page.js", "text/javascript", script);
  service.serve("/mockServiceWorker.js", "text/javascript", readFileSync(worker, "utf8"));
  const page = await context.newPage();
  onTestFinished(() => page.close());
  await page.goto(service.url);
  await page.waitForFunction(() => "page" in window);
  return page;
}
