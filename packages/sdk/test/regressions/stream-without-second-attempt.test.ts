import { ConnectionError, UploadError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { cut, refuse, test } from "../upload/recording-service.js";
import { streamOf, wavBytes } from "../upload/recordings.js";

test("an upload of a stream that is refused says that the stream cannot be read again", async ({ service }) => {
  service.answer("puts", refuse(503));
  const upload = service.client().calls.upload({ stream: streamOf(wavBytes()), sizeBytes: 64 }, { filename: "a.wav" });
  const error = await upload.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UploadError);
  expect(String(error)).toContain("cannot be read again");
  expect(String(error)).toContain("{ open, sizeBytes }");
});

test("an upload of a stream whose connection is cut says that the stream cannot be read again", async ({ service }) => {
  service.answer("puts", cut);
  const upload = service.client().calls.upload({ stream: streamOf(wavBytes()), sizeBytes: 64 }, { filename: "a.wav" });
  const error = await upload.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).toContain("cannot be read again");
});
