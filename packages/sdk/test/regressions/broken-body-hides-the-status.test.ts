import { UnprocessableEntityError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { halfBody } from "../support/answers.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { callInput } from "../support/samples.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf } from "../support/test-client.ts";

test("a refusal whose body breaks off is a refusal, and leaves no doubt about the call", async () => {
  const service = await startScriptedService(halfBody(422, { detail: "the category does not exist" }));
  const error = await rejectionOf(clientOf(service).calls.create(callInput), UnprocessableEntityError);
  expect(error.body).toBe('{"detail":"the categ');
  expect(service.requests).toHaveLength(1);
});
