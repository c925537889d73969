import { UploadError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { refuse, test } from "../support/recording-service.ts";
import { streamOf, temporaryFile, wavBytes } from "../support/recordings.ts";

test.for([
  ["a Blob", () => new Blob([wavBytes(200_000)])],
  ["bytes", () => wavBytes(200_000)],
  ["a file", () => ({ path: temporaryFile("call.wav", wavBytes(200_000)) })],
  ["a stream", () => ({ stream: streamOf(wavBytes(200_000)), sizeBytes: 200_000 })],
] as const)(
  "the PUT of %s has its media type and a Content-Length, and is not chunked",
  async ([, makeSource], { service }) => {
    await service.client().calls.upload(makeSource(), { filename: "call.wav" });
    expect(service.puts[0]?.headers["content-length"]).toBe("200000");
    expect(service.puts[0]?.headers["transfer-encoding"]).toBeUndefined();
    expect(service.puts[0]?.headers["content-type"]).toBe("audio/wav");
  },
);

test("the PUT goes to exactly the signed address", async ({ service }) => {
  await service.client().calls.upload(wavBytes(), { contentType: "audio/wav" });
  expect(service.puts[0]?.path).toBe("/store/recording-1?signature=secret-1");
});

test.for([303, 307])("a redirect with %i is not followed, and is an UploadError", async (status, { service }) => {
  service.answer("puts", async ({ response, readBody }) => {
    await readBody();
    response.writeHead(status, { location: `${service.url}/store/elsewhere` }).end();
  });
  const error = await failureOf(service.client().calls.upload(wavBytes(), { contentType: "audio/wav" }));
  expect(error).toBeInstanceOf(UploadError);
  expect(String(error)).toContain("redirect");
  expect(service.puts.map(({ path }) => path)).toEqual(["/store/recording-1?signature=secret-1"]);
});

test("a stream is only said to need { open } where another attempt would have followed", async ({ service }) => {
  const messageAfter = async (status: number, code: string) => {
    service.answer("puts", refuse(status, code));
    const source = { stream: streamOf(wavBytes()), sizeBytes: 64 };
    return String(await service.client().calls.upload(source, { filename: "call.wav" }).catch(String));
  };
  expect(await messageAfter(403, "RequestExpired")).toContain("pass { open, sizeBytes }");
  expect(await messageAfter(503, "SlowDown")).toContain("pass { open, sizeBytes }");
  expect(await messageAfter(400, "BadDigest")).not.toContain("pass { open, sizeBytes }");
  expect(await messageAfter(413, "EntityTooLarge")).not.toContain("pass { open, sizeBytes }");
});
