import { TimeoutError } from "@call-analysis/sdk";
import { expect, vi } from "vitest";
import { useVirtualTime } from "../support/virtual-time.ts";
import { test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

test("a deadline that passes between grant and upload says at which stage", async ({ service }) => {
  useVirtualTime();
  const onEvent = ({ type }: { type: string }) => {
    if (type === "uploading") vi.advanceTimersByTime(20_020);
  };
  const upload = service.client().calls.upload(wavBytes(), { deadlineMs: 20_000, onEvent });
  const error = await upload.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", stage: "upload" });
  expect(service.puts).toHaveLength(0);
});
