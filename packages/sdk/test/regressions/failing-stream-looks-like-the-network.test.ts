import { ConfigurationError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test } from "../upload/recording-service.js";

test("a recording whose own stream fails is no connection error, and is not sent again", async ({ service }) => {
  const cause = new Error("the tape is torn");
  const open = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cause) });
  const upload = service.client().calls.upload({ open, sizeBytes: 10 }, { contentType: "audio/wav" });
  const error = await upload.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error).toMatchObject({ cause, stage: "upload", attempts: 1 });
});
