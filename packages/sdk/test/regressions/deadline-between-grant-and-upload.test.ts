import { TimeoutError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

test("a deadline that passes between grant and upload says at which stage", async ({ service }) => {
  const sdk = service.client();
  const deadlineMs = 1_000;
  const endMs = performance.now() + deadlineMs + 20;
  const onEvent = ({ type }: { type: string }) => {
    while (type === "uploading" && performance.now() < endMs);
  };
  const upload = sdk.calls.upload(wavBytes(), { deadlineMs, onEvent });
  const error = await upload.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", stage: "upload" });
  expect(service.puts).toHaveLength(0);
});
