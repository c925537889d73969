/** What only a browser can show of uploads; their other rules are those of all senders. */
import { expect } from "vitest";
import { type Answer, storeAll } from "../support/recording-service.js";
import { test } from "./chromium.js";

const mebibyte = 1024 * 1024;
const redirect: Answer = async ({ response, readBody }) => {
  await readBody();
  response.writeHead(307, { location: "/store/elsewhere" }).end();
};

test("by XMLHttpRequest, progress is told while a recording is sent with its length and its type", async ({
  page,
  service,
}) => {
  service.answer("puts", async (exchange) => {
    await page.waitForFunction(() => window.page.sentBytes > 0);
    await storeAll()(exchange);
  });
  const sizeBytes = 16 * mebibyte;
  const { outcome, progress } = await page.evaluate(
    (bytes) => window.page.upload({ sizeBytes: bytes, hearsProgress: true }),
    sizeBytes,
  );
  expect(outcome).toMatchObject({ filename: "call.wav", contentType: "audio/wav", sizeBytes });
  const [put] = service.puts;
  expect(put?.headers).toMatchObject({ "content-length": `${sizeBytes}`, "content-type": "audio/wav" });
  expect(put?.headers.authorization).toBeUndefined();
  expect(put?.body.equals(Buffer.alloc(sizeBytes, 7))).toBe(true);
  const sent = progress.map(({ sentBytes }) => sentBytes);
  const steps = sent.slice(1).map((value, index) => value - (sent[index] ?? 0));
  expect([sent[0], sent.at(-1)]).toEqual([0, sizeBytes]);
  expect(steps.every((step) => step > 0 && step <= mebibyte)).toBe(true);
});

test("by XMLHttpRequest, an abort in the middle ends the upload there, and closes its connection", async ({
  page,
  service,
}) => {
  const closed = new Promise((resolve) => {
    service.answer("puts", async ({ request }) => {
      request.once("close", resolve);
      await page.waitForFunction(() => window.page.sentBytes > 100_000);
      request.resume();
    });
  });
  const { outcome, progress } = await page.evaluate(() =>
    window.page.upload({ sizeBytes: 64 * 1024 * 1024, hearsProgress: true, abortAtBytes: 100_000 }),
  );
  expect(outcome).toMatchObject({ name: "AbortError", stage: "upload" });
  expect(progress.at(-1)?.sentBytes).toBeLessThan(64 * mebibyte);
  await closed;
  expect(service.puts).toHaveLength(1);
});

test("a flow sends its recording with length and type, and without the bearer", async ({ page, service }) => {
  expect(await page.evaluate(() => window.page.analyze())).toBe("completed");
  expect(service.puts[0]?.headers).toMatchObject({ "content-length": "4", "content-type": "audio/wav" });
  expect(service.puts[0]?.headers.authorization).toBeUndefined();
});

test("a redirect of the store is an UploadError", async ({ page, service }) => {
  service.answer("puts", redirect);
  const { outcome } = await page.evaluate(() => window.page.upload({ sizeBytes: 1_000, hearsProgress: false }));
  expect(outcome).toMatchObject({ name: "UploadError", message: expect.stringContaining("redirect") });
  expect(service.grants).toHaveLength(1);
});

test.for([
  ["passes it on", false, 1],
  ["answers it", true, 0],
] as const)(
  "msw's worker sees the PUT and %s, and progress ends at the total",
  async ([, answersItself, arrived], { page, service }) => {
    await page.evaluate((answers) => window.page.startWorker(answers), answersItself);
    const asked = { sizeBytes: 3_000_000, hearsProgress: true };
    const { outcome, progress } = await page.evaluate((upload) => window.page.upload(upload), asked);
    expect(outcome).toMatchObject({ key: "recording-1", sizeBytes: 3_000_000 });
    expect(progress.at(-1)).toEqual({ sentBytes: 3_000_000, totalBytes: 3_000_000 });
    expect(await page.evaluate(() => window.page.seen)).toEqual([
      { url: `${service.url}/store/recording-1?signature=secret-1`, contentType: "audio/wav", sizeBytes: 3_000_000 },
    ]);
    expect(service.puts).toHaveLength(arrived);
  },
);
