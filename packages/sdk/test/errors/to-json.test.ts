import { ConfigurationError, UnprocessableEntityError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { json } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf } from "../support/test-client.ts";

test("the JSON of an error has its fields, and neither headers nor stack", async () => {
  const detail = [{ loc: ["body", "name"], msg: "Field required", type: "missing" }];
  const service = await startScriptedService(json(422, { detail }, { "x-request-id": "req-1", "x-more": "1" }));
  const error = await rejectionOf(clientOf(service).agents.list(), UnprocessableEntityError);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: "UnprocessableEntityError",
    code: "unprocessable_entity",
    message: error.message,
    isRetryable: false,
    attempts: 1,
    status: 422,
    requestId: "req-1",
    body: { detail },
    fieldErrors: [{ path: "body.name", message: "Field required" }],
  });
});

test("an error's name and stack begin with the name of its class", () => {
  const error = new ConfigurationError("no");
  expect(String(error)).toBe("ConfigurationError: no");
  expect(error.stack).toMatch(/^ConfigurationError: no\n/);
  expect(Object.keys(error)).not.toContain("name");
});
