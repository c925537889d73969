import { BadRequestError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { endless } from "../support/answers.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf } from "../support/test-client.ts";

test("an error body without an end is read to a limit, and its connection closed", async () => {
  const service = await startScriptedService(endless(400));
  const error = await rejectionOf(clientOf(service).agents.list({ timeoutMs: 20_000 }), BadRequestError);
  expect(String(error.body).length).toBeLessThanOrEqual(2 ** 20);
  await expect.poll(() => service.openConnections()).toBe(0);
});
