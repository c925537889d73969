/** What a page cannot prevent. The README says so to users of browsers; when this changes, so must it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { hasNoBrowser, launchBrowser, newContext } from "../../../../scripts/browser/launch-browser.ts";
import { type ConnectionEnd, rawResponse, startRawService } from "../support/raw-service.ts";

const ends: [string, ConnectionEnd][] = [
  ["closes a connection that was used before", (socket) => socket.end()],
  ["resets a connection that was used before", (socket) => socket.resetAndDestroy()],
  ["responds with 421", (socket) => socket.write(rawResponse(421))],
];

let browser: Browser | undefined;

beforeAll(async () => {
  if (!hasNoBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.skipIf(hasNoBrowser).each(ends)("Chromium sends a POST again by itself when the service %s", async (_end, end) => {
  const service = await startRawService(end);
  const context = await newContext(browser as Browser);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}/agents`);
  await page.evaluate(async () => {
    await (await fetch("/v1/agents")).text();
    await fetch("/v1/calls", { method: "POST", body: "{}" }).catch(() => {});
  });
  expect(service.posts.length).toBeGreaterThan(1);
});
