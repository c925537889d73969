/** What a page cannot prevent. The README says so to users of browsers; when this changes, so must it. */
import { expect, onTestFinished } from "vitest";
import { browserTest, hasNoBrowser, newContext } from "../../../../scripts/browser/launch-browser.ts";
import { type ConnectionEnd, rawResponse, startRawService } from "../support/raw-service.ts";

const ends: [string, ConnectionEnd][] = [
  ["closes a connection that was used before", (socket) => socket.end()],
  ["resets a connection that was used before", (socket) => socket.resetAndDestroy()],
  ["responds with 421", (socket) => socket.write(rawResponse(421))],
];

browserTest.skipIf(hasNoBrowser).for(ends)(
  "Chromium sends a POST again by itself when the service %s",
  async ([_end, end], { browser }) => {
    const service = await startRawService(end);
    const context = await newContext(browser);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${service.baseUrl}/agents`);
    await page.evaluate(async () => {
      await (await fetch("/v1/agents")).text();
      await fetch("/v1/calls", { method: "POST", body: "{}" }).catch(() => {});
    });
    expect(service.posts.length).toBeGreaterThan(1);
  },
);
