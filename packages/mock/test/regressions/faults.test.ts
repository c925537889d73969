import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { grant } from "../support/flow.js";

/** A fault that was replaced by a later one did not draw, so its later chances were different from those without that. */
test("a fault draws for every request that it matches, also when a later fault takes precedence", async () => {
  const statusesWith = async (times: number) => {
    const service = createMockService();
    service.faults.inject({ status: 500, probability: 0.5 });
    if (times > 0) service.faults.inject({ status: 503, times });
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) statuses.push((await ask(service, "GET /agents")).status);
    return statuses.slice(times);
  };
  expect(await statusesWith(7)).toEqual((await statusesWith(0)).slice(7));
});

/** It said AccessDenied, which asks a client for a new grant. */
test("an injected 503 of the storage has the code that S3 gives to its own errors", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "uploadRecording", status: 503 });
  const { presignedUrl } = await grant(service);
  const response = await service.fetch(presignedUrl, { method: "PUT", body: "x" });
  expect(await response.text()).toContain("<Code>InternalError</Code>");
});

/** Its message was put into the XML as it was. */
test("what a resolver for the storage throws is text in the XML", async () => {
  const service = createMockService();
  service.use("uploadRecording", () => {
    throw new Error("a<b & c");
  });
  const { presignedUrl } = await grant(service);
  const response = await service.fetch(presignedUrl, { method: "PUT", body: "x" });
  expect(await response.text()).toContain("threw: a&#60;b &#38; c</Message>");
});
