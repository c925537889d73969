import type { UploadProgress } from "@call-analysis/sdk";
import { expect } from "vitest";
import { refuse, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

test("progress starts at 0 once, also when a second grant is used", async ({ service }) => {
  service.answer("puts", refuse(403, "AccessDenied"));
  const heard: UploadProgress[] = [];
  await service.client().calls.upload(wavBytes(100), { onProgress: (progress) => heard.push(progress) });
  expect(heard).toEqual([
    { sentBytes: 0, totalBytes: 100 },
    { sentBytes: 100, totalBytes: 100 },
  ]);
});
