import { expect } from "vitest";
import { refuse, test } from "../support/recording-service.ts";
import { streamOf, wavBytes } from "../support/recordings.ts";

test("the PUT goes to exactly the signed address", async ({ service }) => {
  await service.client().calls.upload(wavBytes(), { contentType: "audio/wav" });
  expect(service.puts[0]?.path).toBe("/store/recording-1?signature=secret-1");
});

test("a stream is only said to need { open } where another attempt would have followed", async ({ service }) => {
  const messageAfter = async (status: number, code: string) => {
    service.answer("puts", refuse(status, code));
    const source = { stream: streamOf(wavBytes()), sizeBytes: 64 };
    return String(await service.client().calls.upload(source, { filename: "call.wav" }).catch(String));
  };
  expect(await messageAfter(403, "RequestExpired")).toContain("Pass { open, sizeBytes }");
  expect(await messageAfter(503, "SlowDown")).toContain("Pass { open, sizeBytes }");
  expect(await messageAfter(400, "BadDigest")).not.toContain("Pass { open, sizeBytes }");
  expect(await messageAfter(413, "EntityTooLarge")).not.toContain("Pass { open, sizeBytes }");
});
