import { UploadError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { type Answer, test } from "./recording-service.js";

/** Answers with success once some of the body came, and reads no more of it. */
const successAfterSome: Answer = async ({ request, response }) => {
  for await (const _chunk of request.iterator({ destroyOnReturn: false })) break;
  response.writeHead(200).end();
};

test("a success of the store before it has the whole recording is an UploadError", async ({ service }) => {
  service.answer("puts", successAfterSome, successAfterSome, successAfterSome);
  const file = new Blob([new Uint8Array(64 * 1024 * 1024)], { type: "audio/wav" });
  const progress: number[] = [];
  const options = { onProgress: ({ sentBytes }: { sentBytes: number }) => progress.push(sentBytes) };
  const error = await failureOf(service.client().calls.upload(file, options));
  expect(error).toBeInstanceOf(UploadError);
  expect(error).toMatchObject({ attempts: 3 });
  expect(String(error)).toContain("before the whole recording was sent");
  expect(Math.max(...progress)).toBeLessThan(64 * 1024 * 1024);
});
