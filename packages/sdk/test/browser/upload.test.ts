import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { type Answer, storeAll } from "../upload/recording-service.js";
import { test } from "./chromium.js";
import type { Upload } from "./page.js";

const mebibyte = 1024 * 1024;
async function uploadIn(page: Page, upload: Upload) {
  return page.evaluate((asked) => window.page.upload(asked), upload);
}

const redirect: Answer = async ({ response, readBody }) => {
  await readBody();
  response.writeHead(307, { location: "/store/elsewhere" }).end();
};

/** By XMLHttpRequest when someone listens to the progress, else by fetch. */
describe.each([
  ["with progress", true],
  ["without progress", false],
] as const)("in a browser, %s", (_way, hearsProgress) => {
  test("an upload has a Content-Length, the media type, and no bearer", async ({ page, service }) => {
    const { outcome } = await uploadIn(page, { sizeBytes: 100_000, hearsProgress });
    expect(outcome).toMatchObject({ filename: "call.wav", contentType: "audio/wav", sizeBytes: 100_000 });
    expect(service.puts[0]?.headers).toMatchObject({ "content-length": "100000", "content-type": "audio/wav" });
    expect(service.puts[0]?.headers.authorization).toBeUndefined();
    expect(service.puts[0]?.body.equals(Buffer.alloc(100_000, 7))).toBe(true);
  });

  test("an abort ends the upload, and closes its connection", async ({ page, service }) => {
    const closed = new Promise((resolve) => {
      service.answer("puts", ({ request }) => {
        request.once("close", resolve).resume();
        return page.evaluate(() => window.page.abort());
      });
    });
    const asked: Upload = { sizeBytes: 64 * mebibyte, hearsProgress };
    const { outcome } = await uploadIn(page, asked);
    expect(outcome).toMatchObject({ name: "AbortError", stage: "upload" });
    await closed;
    expect(service.puts).toHaveLength(1);
  });

  test("a store that does not answer is a TimeoutError of kind upload", async ({ page, service }) => {
    await page.clock.install();
    service.answer("puts", () => page.clock.fastForward(30_000));
    const options = { timeoutMs: 30_000, retry: false } as const;
    const { outcome } = await uploadIn(page, { sizeBytes: 1_000, hearsProgress, options });
    expect(outcome).toMatchObject({ name: "TimeoutError", kind: "upload" });
  });

  test("a redirect of the store is an UploadError", async ({ page, service }) => {
    service.answer("puts", redirect);
    const { outcome } = await uploadIn(page, { sizeBytes: 1_000, hearsProgress });
    expect(outcome).toMatchObject({ name: "UploadError" });
    expect(String(outcome.message)).toContain("redirect");
    expect(service.grants).toHaveLength(1);
    // XMLHttpRequest follows it, and shows that only afterwards.
    if (!hearsProgress) expect(service.puts).toHaveLength(1);
  });

  test.for([
    ["passes it on", false, 1],
    ["answers it", true, 0],
  ] as const)("msw's worker sees the PUT, and %s", async ([, answersItself, arrived], { page, service }) => {
    await page.evaluate((answers) => window.page.startWorker(answers), answersItself);
    const asked: Upload = { sizeBytes: 3_000_000, hearsProgress };
    const { outcome } = await uploadIn(page, asked);
    expect(outcome).toMatchObject({ key: "recording-1", sizeBytes: 3_000_000 });
    expect(await page.evaluate(() => window.page.seen)).toEqual([
      { url: `${service.url}/store/recording-1?signature=secret-1`, contentType: "audio/wav", sizeBytes: 3_000_000 },
    ]);
    expect(service.puts).toHaveLength(arrived);
  });
});

test("in a browser progress is told while the recording is sent, before the store has read it", async ({
  page,
  service,
}) => {
  service.answer("puts", async (exchange) => {
    await page.waitForFunction(() => window.page.sentBytes > 0);
    await storeAll()(exchange);
  });
  const { progress } = await page.evaluate(() =>
    window.page.upload({ sizeBytes: 32 * 1024 * 1024, hearsProgress: true }),
  );
  const sent = progress.map(({ sentBytes }) => sentBytes);
  const steps = sent.slice(1).map((value, index) => value - (sent[index] ?? 0));
  expect([sent[0], sent.at(-1)]).toEqual([0, 32 * mebibyte]);
  expect(steps.every((step) => step > 0 && step <= mebibyte)).toBe(true);
});

test("in a browser an abort in the middle of the progress ends it there", async ({ page, service }) => {
  service.answer("puts", ({ request }) => setTimeout(() => request.resume(), 300));
  const upload = { sizeBytes: 64 * mebibyte, hearsProgress: true, abortAtBytes: 100_000 };
  const { outcome, progress } = await uploadIn(page, upload);
  expect(outcome).toMatchObject({ name: "AbortError", stage: "upload" });
  expect(progress.at(-1)?.sentBytes).toBeLessThan(64 * mebibyte);
});

test("in a browser a store that takes nothing, where progress is seen, is a TimeoutError in timeoutMs", async ({
  page,
  service,
}) => {
  await page.clock.install();
  service.answer("puts", () => page.clock.fastForward(30_000));
  const options = { timeoutMs: 30_000, retry: false } as const;
  const { outcome } = await uploadIn(page, { sizeBytes: 64 * mebibyte, hearsProgress: true, options });
  expect(outcome).toMatchObject({ name: "TimeoutError", kind: "upload" });
});

test("in a browser, msw's worker between, progress ends at the total", async ({ page }) => {
  await page.evaluate(() => window.page.startWorker(false));
  const { progress } = await page.evaluate(() => window.page.upload({ sizeBytes: 3_000_000, hearsProgress: true }));
  expect(progress.at(-1)).toEqual({ sentBytes: 3_000_000, totalBytes: 3_000_000 });
});

test("in a browser the whole flow ends with a completed call", async ({ page }) => {
  expect(await page.evaluate(() => window.page.analyze())).toBe("completed");
});
