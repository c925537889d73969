import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, test as base, beforeAll, expect } from "vitest";
import { hasNoBrowser, launchBrowser, newContext } from "../../../../scripts/browser/launch-browser.ts";
import type { PageProbe } from "./browser-page.js";
import { faultCases } from "./fault-cases.js";
import type { Outcome } from "./probe.js";

const test = base.skipIf(hasNoBrowser);

let server: Server;
let browser: Browser;
let page: Page;

/** The page's script, in one piece. */
async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./browser-page.ts", import.meta.url))],
    tsconfig: fileURLToPath(new URL("../../../../tsconfig.json", import.meta.url)),
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

async function servePage(): Promise<Server> {
  const worker = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
  const files: Record<string, { type: string; body: string }> = {
    "/": {
      type: "text/html",
      body: '<!doctype html><title>page</title><script type="module" src="/page.js"></script>',
    },
    "/page.js": { type: "text/javascript", body: await pageScript() },
    "/mockServiceWorker.js": { type: "text/javascript", body: await readFile(worker, "utf8") },
  };
  const served = createServer(({ url = "/" }, response) => {
    const file = files[url];
    response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain" }).end(file?.body);
  });
  await new Promise<void>((resolve) => served.listen(0, "127.0.0.1", resolve));
  return served;
}

beforeAll(async () => {
  server = await servePage();
  browser = await launchBrowser();
  page = await (await newContext(browser)).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction("window.run");
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Lets the page send a request to its own service. */
function probeInPage(request: PageProbe): Promise<Outcome> {
  return page.evaluate(
    (given) => (window as unknown as { run(given: PageProbe): Promise<Outcome> }).run(given),
    request,
  );
}

test("a page reaches the service through its worker", async () => {
  const outcome = await probeInPage({ probe: { what: "create call" } });
  expect([outcome.answer, JSON.parse(outcome.text).data.status]).toEqual([202, "processing"]);
});

for (const { name, probe, fault, options, expect: expectOutcome } of faultCases) {
  test(`${name} through browser`, async () => {
    expectOutcome(await probeInPage({ probe, fault, options }), "browser");
  });
}
