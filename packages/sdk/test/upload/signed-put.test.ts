import { expect } from "vitest";
import { test } from "../support/recording-service.ts";
import { wavBytes } from "../support/recordings.ts";

test("the PUT goes to exactly the signed address", async ({ service }) => {
  await service.client().calls.upload(wavBytes(), { contentType: "audio/wav" });
  expect(service.puts[0]?.path).toBe("/store/recording-1?signature=secret-1");
});
