import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { bundlePage, launchChromium, openPage } from "../browser/chromium.js";
import { test } from "../upload/recording-service.js";

let context: BrowserContext;
let script: string;

beforeAll(async () => {
  [context, script] = await Promise.all([launchChromium(), bundlePage()]);
}, 30_000);

afterAll(async () => {
  await context?.browser()?.close();
});

test("in a browser a recording is not sent to where the store points", async ({ service }) => {
  service.answer("puts", async ({ response, readBody }) => {
    await readBody();
    response.writeHead(307, { location: "/store/elsewhere" }).end();
  });
  const page = await openPage(context, service, script);
  await page.evaluate(() => window.page.upload({ sizeBytes: 1_000, hearsProgress: false }));
  expect(service.puts.map(({ path }) => path)).toEqual(["/store/recording-1?signature=secret-1"]);
});
