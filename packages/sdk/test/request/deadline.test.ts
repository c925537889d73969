import { TimeoutError } from "@call-analysis/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { agentList } from "../support/samples.ts";
import { empty, json, type ScriptedResponse, stall } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf } from "../support/test-client.ts";
import { passTime, thenPass, useVirtualTime } from "../support/virtual-time.ts";

afterEach(() => vi.useRealTimers());

test("a deadline ends an attempt that is under way", async () => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(20_000, stall()));
  const startedMs = performance.now();
  const error = await rejectionOf(clientOf(service).agents.list({ deadlineMs: 20_000 }), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", requestSent: true, attempts: 1 });
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(20_000);
  expect(service.requests).toHaveLength(1);
});

test("the deadline of the client holds for each of its operations anew", async () => {
  useVirtualTime();
  const late: ScriptedResponse = async (response, request) => {
    await passTime(20_000);
    await json(200, agentList)(response, request);
  };
  const service = await startScriptedService(empty(500), late);
  const sdk = clientOf(service, { deadlineMs: 30_000 });
  await sdk.agents.list();
  await expect(sdk.agents.list()).resolves.toEqual(agentList.data);
});

test("deadlineMs of one call replaces the client's", async () => {
  const service = await startScriptedService(stall());
  const error = await rejectionOf(
    clientOf(service, { deadlineMs: 60_000 }).agents.list({ deadlineMs: 40 }),
    TimeoutError,
  );
  expect(error.message).toContain("deadlineMs = 40 ms");
});
