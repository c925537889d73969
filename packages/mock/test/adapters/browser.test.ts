import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { browserTest, hasNoBrowser, newContext } from "../../../../scripts/browser/launch-browser.ts";
import { listenLocally } from "../../../sdk/test/support/local-server.ts";
import type { MockServiceOptions } from "../../src/index.js";
import type { PageProbe } from "./browser-page.js";
import { expectOutcome, faultCases } from "./fault-cases.js";
import type { Outcome } from "./probe.js";

/** The page's origin and the page are those of all tests of the file. */
const test = browserTest
  .extend<{ origin: string; page: Page }>({
    origin: [
      // Vitest reads the fixtures that a fixture needs from this pattern.
      // biome-ignore lint/correctness/noEmptyPattern: see above
      async ({}, use) => {
        const server = await pageServer();
        await use(await listenLocally(server));
        server.close();
      },
      { scope: "file" },
    ],
    page: [
      async ({ browser, origin }, use) => {
        const context = await newContext(browser);
        const page = await context.newPage();
        await page.goto(`${origin}/`);
        await page.waitForFunction("window.runAll");
        await use(page);
        await context.close();
      },
      { scope: "file" },
    ],
  })
  .skipIf(hasNoBrowser);

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

async function pageServer() {
  const worker = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
  const files: Record<string, { type: string; body: string }> = {
    "/": {
      type: "text/html",
      body: '<!doctype html><title>page</title><script type="module" src="/page.js"></script>',
    },
    "/page.js": { type: "text/javascript", body: await pageScript() },
    "/mockServiceWorker.js": { type: "text/javascript", body: await readFile(worker, "utf8") },
  };
  return createServer(({ url = "/" }, response) => {
    const file = files[url];
    response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain" }).end(file?.body);
  });
}

/** Lets the page send requests to its own service. */
function probeInPage(page: Page, requests: PageProbe[], options?: MockServiceOptions): Promise<Outcome[]> {
  return page.evaluate(
    ([given, of]) =>
      (window as unknown as { runAll(given: PageProbe[], of?: MockServiceOptions): Promise<Outcome[]> }).runAll(
        given,
        of,
      ),
    [requests, options] as const,
  );
}

test("a page whose host is also the service's still gets its own files", async ({ page }) => {
  const paths = ["/fake/v1/agents", "/fake/v1/nowhere", "/v1/campaigns/a/prospects-zap", "/page.js", "/nowhere.js"];
  const statuses = await page.evaluate(
    (given) => (window as unknown as { runOnSharedHost(paths: string[]): Promise<number[]> }).runOnSharedHost(given),
    paths,
  );
  // The last two are of the page's server.
  expect(statuses).toEqual([200, 404, 405, 200, 404]);
});

test("a page of plain http, which has no Web Crypto, has signed uploads and their hashes too", async ({
  browser,
  origin,
}) => {
  const context = await newContext(browser);
  onTestFinished(() => context.close());
  const insecure = await context.newPage();
  // A name that the browser does not take for this machine.
  await insecure.route("http://lan.test/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${origin}${pathname}` }) });
  });
  await insecure.goto("http://lan.test/");
  await insecure.waitForFunction("window.runAll");
  const stored = await insecure.evaluate("window.runWithoutWorker(100000)");
  const sha256 = createHash("sha256").update(new Uint8Array(100_000).fill(7)).digest("hex");
  expect(stored).toEqual({ isSecure: false, sha256 });
});

/** One worker for all faults that need no service of their own, for a worker takes long to start. */
const sharing = faultCases.filter(({ options }) => !options);
let outcomes: Promise<Outcome[]> | undefined;

for (const given of faultCases) {
  test(`${given.name} through browser`, async ({ page }) => {
    const { probe, fault, options } = given;
    if (options) {
      const [own] = await probeInPage(page, [{ probe, fault }], options);
      expectOutcome(own as Outcome, { given, adapter: "browser" });
    } else {
      outcomes ??= probeInPage(
        page,
        sharing.map((each) => ({ probe: each.probe, fault: each.fault })),
      );
      expectOutcome((await outcomes)[sharing.indexOf(given)] as Outcome, { given, adapter: "browser" });
    }
  });
}
