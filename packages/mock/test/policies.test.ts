import { expect, test } from "vitest";
import { createMockService, type Policies } from "../src/index.js";
import { grant, put } from "./support/flow.js";
import { wav } from "./support/wav.js";

/**
 * What the contract's cases cannot observe of policies. Of each that they can, packages/contract-tests/test/drift.test.ts tries
 * every value.
 */
const withPolicies = (policies: Partial<Policies>) => createMockService({ policies });

test.each([
  [1_000, 413],
  [null, 200],
])("with maxRecordingBytes %j, a recording of 32,044 bytes gets %d", async (maxRecordingBytes, status) => {
  const service = withPolicies({ maxRecordingBytes });
  expect((await put(service, (await grant(service)).presignedUrl, wav())).status).toBe(status);
});

test.each([
  ["xml", "application/xml", "<Code>NoSuchKey</Code>"],
  ["json", "application/json", '"code":"not_found"'],
] as const)("storageErrorFormat %s is the form of the store's errors", async (storageErrorFormat, type, text) => {
  const service = withPolicies({ storageErrorFormat });
  const response = await service.fetch((await grant(service)).publicUrl);
  expect(response.headers.get("content-type")).toBe(type);
  expect(await response.text()).toContain(text);
});
