/** A page in a real browser, with the client bundled into it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import { browserTest, hasNoBrowser, newContext } from "../../../../scripts/browser/launch-browser.ts";
import { RecordingService } from "../support/recording-service.js";

/** Each test has its own page, on the service's own origin, as its storage is. */
const pageTest = browserTest.extend<{ service: RecordingService; script: string; page: Page }>({
  // biome-ignore-start lint/correctness/noEmptyPattern: vitest reads the names of the fixtures here
  service: async ({}, use) => {
    const service = await new RecordingService().listen();
    await use(service);
    await service.close();
  },
  script: [async ({}, use) => use(await bundlePage()), { scope: "file" }],
  // biome-ignore-end lint/correctness/noEmptyPattern: vitest reads the names of the fixtures here
  page: async ({ browser, script, service }, use) => {
    const context = await newContext(browser);
    await use(await openPage(context, service, script));
    await context.close();
  },
});

/** The same, skipped where there is no browser. */
export const test = pageTest.skipIf(hasNoBrowser);

/** The page's script. */
async function bundlePage(): Promise<string> {
  const entry = fileURLToPath(new URL("page.ts", import.meta.url));
  const tsconfig = fileURLToPath(new URL("../../../../tsconfig.json", import.meta.url));
  const options = { bundle: true, format: "esm", platform: "browser", target: "es2022", write: false } as const;
  const { outputFiles } = await build({ entryPoints: [entry], tsconfig, ...options });
  return outputFiles[0]?.text ?? "";
}

async function openPage(context: BrowserContext, service: RecordingService, script: string): Promise<Page> {
  const worker = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
  service.serve("/", "text/html", '<!doctype html><script type="module" src="/page.js"></script>');
  service.serve("/page.js", "text/javascript", script);
  service.serve("/mockServiceWorker.js", "text/javascript", readFileSync(worker, "utf8"));
  const page = await context.newPage();
  await page.goto(service.url);
  await page.waitForFunction(() => "page" in window);
  return page;
}
