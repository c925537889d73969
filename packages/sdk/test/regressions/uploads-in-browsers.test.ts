import { expect } from "vitest";
import { test } from "../browser/chromium.js";
import type {} from "../browser/page.js";

test("in a browser a recording is not sent to where the store points", async ({ page, service }) => {
  service.answer("puts", async ({ response, readBody }) => {
    await readBody();
    response.writeHead(307, { location: "/store/elsewhere" }).end();
  });
  await page.evaluate(() => window.page.upload({ sizeBytes: 1_000, hearsProgress: false }));
  expect(service.puts.map(({ path }) => path)).toEqual(["/store/recording-1?signature=secret-1"]);
});
