import { ConfigurationError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test } from "../upload/recording-service.js";

test("a stream that gives no bytes is a ConfigurationError that says so", async ({ service }) => {
  const text = new ReadableStream<string>({ start: (controller) => controller.enqueue("RIFF") });
  // As JavaScript's callers may do.
  const stream = text as unknown as ReadableStream<Uint8Array>;
  const upload = service.client().calls.upload({ stream, sizeBytes: 4 }, { contentType: "audio/wav" });
  const error = await upload.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain("Uint8Array");
});
