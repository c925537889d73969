import { ApiError, ResponseFormatError } from "@call-analysis/sdk";
import { describe, expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { repeatables } from "../support/operations.ts";
import { agentList } from "../support/samples.ts";
import {
  empty,
  halfBody,
  html,
  json,
  raw,
  redirect,
  reset,
  stall,
  stallMidBody,
  wrongLength,
} from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf } from "../support/test-client.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";

const passing = [
  ["a 408", empty(408)],
  ["a 429", empty(429)],
  ["a 500", json(500, { message: "no" })],
  ["a 502 in HTML", html(502)],
  ["a 503", empty(503)],
  ["a reset", reset()],
  ["an end without a response", raw("")],
  ["half a body", halfBody(200, { data: [] })],
  ["a body shorter than its length", wrongLength(200, '{"data":[', 400)],
] as const;

describe.each(Object.entries(repeatables))("%s", (_name, { run, success }) => {
  test.each(passing)("is sent again after %s", async (_failure, scripted) => {
    const service = await startScriptedService(scripted, success);
    await run(clientOf(service));
    expect(service.requests).toHaveLength(2);
    expect(service.requests[1]?.body).toBe(service.requests[0]?.body);
  });

  test("is sent again after an attempt's timeout", async () => {
    useVirtualTime();
    const service = await startScriptedService(thenPass(60_000, stall()), success);
    await run(clientOf(service, { timeoutMs: 60_000 }));
    expect(service.requests).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 409, 410, 418, 422])("is sent once when the response is %d", async (status) => {
    const service = await startScriptedService(json(status, { message: "no" }));
    const error = await rejectionOf(run(clientOf(service)), ApiError);
    expect(error).toMatchObject({ status, attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    ["a redirect", redirect("https://elsewhere.test/")],
    ["a 200 in HTML", html(200)],
    ["a 204", empty(204)],
    ["a 200 without what was asked for", json(200, { more: 1 })],
  ])("is sent once when the response is %s", async (_failure, scripted) => {
    const service = await startScriptedService(scripted);
    await rejectionOf(run(clientOf(service)), ResponseFormatError);
    expect(service.requests).toHaveLength(1);
  });
});

test("a body that stops in the middle is asked for again", async () => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(60_000, stallMidBody()), json(200, agentList));
  await expect(clientOf(service, { timeoutMs: 60_000 }).agents.list()).resolves.toEqual(agentList.data);
  expect(service.requests).toHaveLength(2);
});

test("after maxAttempts attempts the operation ends with the last error", async () => {
  const service = await startScriptedService(empty(500), empty(502), empty(503), json(200, {}));
  const error = await rejectionOf(clientOf(service).agents.list(), ApiError);
  expect(error).toMatchObject({ status: 503, attempts: 3 });
  expect(service.requests).toHaveLength(3);
});
