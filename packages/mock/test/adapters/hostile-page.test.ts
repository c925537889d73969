import { createServer } from "node:http";
import { expect, onTestFinished } from "vitest";
import { browserTest, hasNoBrowser, newContext } from "../../../../scripts/browser/launch-browser.ts";
import { serveInTest } from "../../../sdk/test/support/local-server.ts";
import type { RequestLogEntry } from "../../src/adapters/server.js";
import { listening } from "../control/listening.js";

const test = browserTest.skipIf(hasNoBrowser);

const hostile = createServer((_, outgoing) => {
  outgoing.setHeader("content-type", "text/html");
  outgoing.end("<!doctype html><title>hostile</title>");
});

/** Runs in the page: uploads a page that would take control, and returns where it is. */
async function uploadPage(url: string): Promise<string> {
  const html = `<script>fetch("/__mock__/reset", { method: "POST" }); fetch("${url}/__mock__/state");</script>`;
  const grant = await fetch(`${url}/v1/calls/presigned-url`, {
    method: "POST",
    headers: { authorization: "Bearer test-key", "content-type": "application/json" },
    body: JSON.stringify({ filename: "page.html", contentType: "text/html" }),
  });
  const { presignedUrl, publicUrl } = (await grant.json()).data;
  await fetch(presignedUrl, { method: "PUT", headers: { "content-type": "text/html" }, body: html });
  return publicUrl;
}

/** Runs in the page: opens an address in each way that could run it. */
function openEverywhere(address: string): void {
  for (const [tag, attribute] of [
    ["iframe", "src"],
    ["object", "data"],
    ["embed", "src"],
  ] as const) {
    const element = document.createElement(tag);
    element.setAttribute(attribute, address);
    document.body.append(element);
  }
  window.open(address);
}

test("a page of another origin cannot take control by a recording that it uploads and opens", async ({ browser }) => {
  const entries: RequestLogEntry[] = [];
  const onRequest = (entry: RequestLogEntry) => entries.push(entry);
  const { url } = await listening({}, { cors: true, onRequest });
  const context = await newContext(browser);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(await serveInTest(hostile));
  const address = await page.evaluate(uploadPage, url);
  await page.evaluate(openEverywhere, address);
  const reads = () => entries.filter(({ method, path }) => method === "GET" && path.startsWith("/storage/")).length;
  await expect.poll(reads, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  // A page that ran would have sent its requests by the time that later ones of the same browser have come back.
  for (let count = 0; count < 10; count += 1) await page.evaluate((to) => fetch(`${to}/v1/agents`), url);
  expect(entries.filter(({ path }) => path.startsWith("/__mock__/"))).toEqual([]);
});
