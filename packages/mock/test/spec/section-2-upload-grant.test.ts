import { expect } from "vitest";
import { createCall, grant, put, readAnalysis } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

test("section 2, Upload grant: `key` names the object in the store", async () => {
  const { key, publicUrl } = await grant(createMockService());
  expect(key).toEqual(expect.stringMatching(/call-0193\.wav$/));
  expect(publicUrl.endsWith(key)).toBe(true);
});

test("section 2, Upload grant: `presignedUrl` is a signed address that takes a PUT", async () => {
  const service = createMockService();
  const { presignedUrl } = await grant(service);
  expect(new URL(presignedUrl).searchParams.get("X-Signature")).toMatch(/^[0-9a-f]{64}$/);
  expect((await put(service, presignedUrl)).status).toBe(200);
});

test("section 2, Upload grant: `publicUrl` can be passed as `audio_url`", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const { presignedUrl, publicUrl } = await grant(service);
  expect(publicUrl).toBe(presignedUrl.split("?")[0]);
  await put(service, presignedUrl);
  const callId = await createCall(service, { audio_url: publicUrl });
  expect(await readAnalysis(service, callId)).toMatchObject({ status: "completed", metadata: { audioUrl: publicUrl } });
});
