import { ConfigurationError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test } from "../upload/recording-service.js";
import { streamOf, wavBytes } from "../upload/recordings.js";

test("a stream that was read before is refused before anything is sent", async ({ service }) => {
  const stream = streamOf(wavBytes());
  const reader = stream.getReader();
  await reader.read();
  reader.releaseLock();
  const upload = service.client().calls.upload({ stream, sizeBytes: 64 }, { contentType: "audio/wav" });
  await expect(upload).rejects.toBeInstanceOf(ConfigurationError);
  expect(service.grants).toHaveLength(0);
});
