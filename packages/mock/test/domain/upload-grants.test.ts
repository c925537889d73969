import type { UploadGrant } from "@call-analysis/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { grant, put } from "../support/flow.js";
import { wav } from "../support/wav.js";

const startAt = "2026-01-31T10:00:00Z";

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["audio/wav; charset=utf-8", 403],
  ["", 403],
  ["AUDIO/WAV", 200],
])("an upload as %j to a grant for audio/wav gets %d", async (type, status) => {
  const service = createMockService();
  expect((await put(service, (await grant(service)).presignedUrl, wav(), type)).status).toBe(status);
});

test("an address that was signed with another seed is refused, whatever else is the same", async () => {
  const service = createMockService({ seed: 1 });
  const { presignedUrl } = await grant(service);
  const statusWith = async (seed: number) => {
    const other = createMockService();
    other.restore({ ...service.snapshot(), seed });
    return (await put(other, presignedUrl)).status;
  };
  expect([await statusWith(1), await statusWith(2)]).toEqual([200, 403]);
});

test.each([
  ["a clock that runs at 1.5 times the speed", { speed: 1.5 }],
  ["a lifetime of a fraction of a millisecond more", { policies: { uploadUrlLifetimeMs: 60_000.5 } }],
])("with %s, a grant can be redeemed", async (_, options) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(startAt) });
  const service = createMockService(options);
  vi.setSystemTime(Date.parse(startAt) + 1);
  const { presignedUrl } = await grant(service);
  expect(new URL(presignedUrl).searchParams.get("X-Expires")).toMatch(/^\d+$/);
  expect((await put(service, presignedUrl)).status).toBe(200);
});

test("a file name that is too long for an address keeps its ending", async () => {
  const service = createMockService();
  const body = { filename: `${"a".repeat(300)}.wav`, contentType: "audio/wav" };
  const reply = await ask<{ data: UploadGrant }>(service, "POST /calls/presigned-url", { body });
  expect(reply.body.data.key).toMatch(/\/a{96}\.wav$/);
});

test("spaces at the end of a grant's content type do not count, for no header has any", async () => {
  const service = createMockService();
  const contentType = "audio/wav; rate=8000 ";
  const { presignedUrl } = await grant(service, contentType);
  expect((await put(service, presignedUrl, undefined, contentType)).status).toBe(200);
});
