import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type RecordingService, refuse, storeAll, test } from "../upload/recording-service.js";
import { bundlePage, launchChromium, openPage } from "./chromium.js";
import type {} from "./page.js";

const mebibyte = 1024 * 1024;
let context: BrowserContext;
let script: string;

beforeAll(async () => {
  [context, script] = await Promise.all([launchChromium(), bundlePage()]);
}, 30_000);

afterAll(async () => {
  await context?.browser()?.close();
});

function open(service: RecordingService) {
  return openPage(context, service, script);
}

test("in a browser an upload has a Content-Length, the media type, and no bearer", async ({ service }) => {
  const page = await open(service);
  const { outcome } = await page.evaluate(() => window.page.upload({ sizeBytes: 100_000 }));
  expect(outcome).toMatchObject({ filename: "call.wav", contentType: "audio/wav", sizeBytes: 100_000 });
  expect(service.puts[0]?.headers).toMatchObject({ "content-length": "100000", "content-type": "audio/wav" });
  expect(service.puts[0]?.headers.authorization).toBeUndefined();
  expect(service.puts[0]?.body.equals(Buffer.alloc(100_000, 7))).toBe(true);
});

test("in a browser progress is told while the recording is sent, before the store has read it", async ({ service }) => {
  const page = await open(service);
  service.answer("puts", async (exchange) => {
    await page.waitForFunction(() => window.page.sentBytes > 0);
    await storeAll()(exchange);
  });
  const { progress } = await page.evaluate(() => window.page.upload({ sizeBytes: 32 * 1024 * 1024 }));
  const sent = progress.map(({ sentBytes }) => sentBytes);
  const steps = sent.slice(1).map((value, index) => value - (sent[index] ?? 0));
  expect([sent[0], sent.at(-1)]).toEqual([0, 32 * mebibyte]);
  expect(steps.every((step) => step > 0 && step <= mebibyte)).toBe(true);
});

test("in a browser an abort in the middle ends the upload, and closes its connection", async ({ service }) => {
  const closed = new Promise((resolve) => {
    service.answer("puts", ({ request }) => {
      setTimeout(() => request.once("close", resolve).resume(), 300);
    });
  });
  const page = await open(service);
  const { outcome, progress } = await page.evaluate(() =>
    window.page.upload({ sizeBytes: 64 * 1024 * 1024, abortAtBytes: 100_000 }),
  );
  expect(outcome).toMatchObject({ name: "AbortError", stage: "upload" });
  expect(progress.at(-1)?.sentBytes).toBeLessThan(64 * mebibyte);
  await closed;
  expect(service.puts).toHaveLength(1);
});

test("in a browser a store that takes nothing is a TimeoutError of kind upload", async ({ service }) => {
  service.answer("puts", () => {});
  const page = await open(service);
  const { outcome } = await page.evaluate(() =>
    window.page.upload({ sizeBytes: 64 * 1024 * 1024, options: { timeoutMs: 1_000, retry: false } }),
  );
  expect(outcome).toMatchObject({ name: "TimeoutError", kind: "upload" });
});

test("in a browser a refused grant is asked for once more", async ({ service }) => {
  service.answer("puts", refuse(403, "AccessDenied"));
  const page = await open(service);
  const { outcome } = await page.evaluate(() => window.page.upload({ sizeBytes: 1_000 }));
  expect(outcome).toMatchObject({ key: "recording-2" });
});

test("in a browser a second refusal is an UploadError with the store's code", async ({ service }) => {
  service.answer("puts", refuse(403, "AccessDenied"), refuse(403, "SignatureDoesNotMatch"));
  const page = await open(service);
  const { outcome } = await page.evaluate(() => window.page.upload({ sizeBytes: 1_000 }));
  expect(outcome).toMatchObject({ name: "UploadError", status: 403, storeCode: "SignatureDoesNotMatch" });
});

test("in a browser a connection that is cut is tried again", async ({ service }) => {
  service.answer("puts", ({ request }) => request.socket.destroy());
  const page = await open(service);
  const { outcome } = await page.evaluate(() =>
    window.page.upload({ sizeBytes: 1_000, options: { retry: { initialDelayMs: 1 } } }),
  );
  expect(outcome).toMatchObject({ sizeBytes: 1_000 });
});

test("in a browser a redirect of the store is an UploadError, although the browser follows it", async ({ service }) => {
  service.answer("puts", async ({ response, readBody }) => {
    await readBody();
    response.writeHead(307, { location: "/store/elsewhere" }).end();
  });
  const page = await open(service);
  const { outcome } = await page.evaluate(() => window.page.upload({ sizeBytes: 1_000 }));
  expect(outcome).toMatchObject({ name: "UploadError" });
  expect(String(outcome.message)).toContain("redirect");
});

test("in a browser the whole flow ends with a completed call", async ({ service }) => {
  const page = await open(service);
  expect(await page.evaluate(() => window.page.analyze())).toBe("completed");
});

test.for([
  ["passes it on", false, 1],
  ["answers it", true, 0],
] as const)(
  "an msw worker between page and store sees the PUT, and %s",
  async ([, answersItself, arrived], { service }) => {
    const page = await open(service);
    await page.evaluate((answers) => window.page.startWorker(answers), answersItself);
    const { outcome, progress } = await page.evaluate(() => window.page.upload({ sizeBytes: 3_000_000 }));
    expect(outcome).toMatchObject({ key: "recording-1", sizeBytes: 3_000_000 });
    expect(await page.evaluate(() => window.page.seen)).toEqual([
      { url: `${service.url}/store/recording-1?signature=secret-1`, contentType: "audio/wav", sizeBytes: 3_000_000 },
    ]);
    expect(progress.at(-1)).toEqual({ sentBytes: 3_000_000, totalBytes: 3_000_000 });
    expect(service.puts).toHaveLength(arrived);
  },
);
