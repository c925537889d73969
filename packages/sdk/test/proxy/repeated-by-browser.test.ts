/** Chromium sends a POST again by itself. A page cannot prevent it; the proxy makes it harmless. */
import { expect, onTestFinished } from "vitest";
import { browserTest, hasNoBrowser, newContext } from "../../../../scripts/browser/launch-browser.ts";
import { startFrontServer } from "./front-server.ts";
import { basePath, callOf, startProxiedMock } from "./proxy-server.ts";

browserTest.skipIf(hasNoBrowser)(
  "what Chromium repeats by itself reaches the service once, and the page gets the call",
  async ({ browser }) => {
    const { service, proxy } = await startProxiedMock();
    const call = await callOf(proxy);
    const front = await startFrontServer(proxy.origin);
    onTestFinished(() => front.close());
    const context = await newContext(browser);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${front.origin}${basePath}/v1/agents`);
    front.cutAnswers = 1;
    const created = await page.evaluate(
      async ({ path, body }) => {
        const headers = { authorization: "Bearer asha", "content-type": "application/json" };
        // Warms the connection: Chromium repeats what fails on a used one.
        await (await fetch(`${path}/agents`, { headers })).text();
        const response = await fetch(`${path}/calls`, { method: "POST", headers, body });
        return { status: response.status, ...(await response.json()) };
      },
      { path: `${basePath}/v1`, body: JSON.stringify(call) },
    );
    expect(created).toMatchObject({ status: 202, data: { callId: expect.any(String) } });
    expect(front.seen.filter((line) => line.startsWith("POST"))).toHaveLength(2);
    expect(service.journal.count({ operation: "createCall" })).toBe(1);
  },
);
