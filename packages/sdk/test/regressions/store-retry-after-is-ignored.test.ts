import type { FlowEvent } from "@call-analysis/sdk";
import { expect } from "vitest";
import { refuse, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

const busy = (seconds: number, status = 503) => refuse(status, "SlowDown", { "retry-after": String(seconds) });

test.for([429, 503])("a store that answers %i is given the time it asks for", async (status, { service }) => {
  service.answer("puts", busy(1, status));
  const pausesMs: number[] = [];
  const onEvent = (event: FlowEvent) => {
    if (event.type === "retrying") pausesMs.push(event.pauseMs);
  };
  await service.client().calls.upload(wavBytes(100), { onEvent });
  expect(pausesMs).toEqual([1_000]);
});

test("a store that asks for more than maxRetryAfterMs ends the upload at once, and the error says how long", async ({
  service,
}) => {
  service.answer("puts", busy(61));
  const upload = service.client().calls.upload(wavBytes(100));
  await expect(upload).rejects.toMatchObject({ name: "UploadError", status: 503, retryAfterMs: 61_000, attempts: 1 });
  expect(service.puts).toHaveLength(1);
});

test("on a 500 the store's Retry-After has no meaning", async ({ service }) => {
  service.answer("puts", busy(61, 500));
  await service.client().calls.upload(wavBytes(100));
  expect(service.puts).toHaveLength(2);
});
