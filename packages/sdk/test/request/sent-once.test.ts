import { ApiError, ConnectionError, RateLimitError, ServerError, TimeoutError } from "@call-analysis/sdk";
import { describe, expect, test } from "vitest";
import { originNobodyServes } from "../support/closed-port.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { creations } from "../support/operations.ts";
import { empty, json, redirect, reset, retryAfter, stall, stallMidBody } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";

const campaign = { campaignBaseUrl: "https://campaign.test" };

describe.each(Object.entries(creations))("%s", (_name, { run, success }) => {
  test.each([
    ["a 500", json(500, { message: "no" })],
    ["a 503 with Retry-After", retryAfter(503, "0")],
    ["a 408", empty(408)],
    ["a reset", reset()],
    ["a stall before the headers", thenPass(60_000, stall())],
    ["a stall in the body", thenPass(60_000, stallMidBody(201))],
    ["a redirect", redirect("https://elsewhere.test/")],
  ])("is not sent again after %s", async (_failure, answer) => {
    useVirtualTime();
    const service = await startScriptedService(answer, success);
    const sdk = clientOf(service, { campaignBaseUrl: service.origin, timeoutMs: 60_000 });
    await failureOf(run(sdk));
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    ["a name that does not resolve", { code: "ENOTFOUND", syscall: "getaddrinfo" }],
    ["a name that does not resolve for now", { code: "EAI_AGAIN", syscall: "getaddrinfo" }],
    ["a connect timeout of fetch", { code: "UND_ERR_CONNECT_TIMEOUT" }],
    ["a connect timeout of the system", { code: "ETIMEDOUT", syscall: "connect" }],
    ["a refused connection", { code: "ECONNREFUSED", syscall: "connect" }],
  ])("is sent again after %s", async (_failure, cause) => {
    const { fetch, calls } = oneOffFetch(fetchFailed(cause));
    const error = await rejectionOf(run(clientWith(fetch, campaign)), ConnectionError);
    expect(error).toMatchObject({ requestSent: false, attempts: 3 });
    expect(calls).toHaveLength(3);
  });

  test("is sent again when the connection is refused", async () => {
    const origin = await originNobodyServes();
    const sdk = clientOf({ baseUrl: `${origin}/v1` }, { campaignBaseUrl: origin });
    expect(await rejectionOf(run(sdk), ConnectionError)).toMatchObject({ requestSent: false, attempts: 3 });
  });

  test("is sent again after a 429, until it succeeds", async () => {
    const service = await startScriptedService(empty(429), empty(429), success);
    await run(clientOf(service, { campaignBaseUrl: service.origin }));
    expect(service.requests).toHaveLength(3);
  });

  test("is not sent again once the attempts are used up by 429", async () => {
    const service = await startScriptedService(empty(429));
    const error = await rejectionOf(run(clientOf(service, { campaignBaseUrl: service.origin })), RateLimitError);
    expect(error.attempts).toBe(3);
    expect(service.requests).toHaveLength(3);
  });

  test("is sent again when the key function took all of an attempt's time, because nothing was sent", async () => {
    const service = await startScriptedService(success);
    useVirtualTime();
    const neverThere = thenPass(60_000, () => {});
    const keys = [() => neverThere().then(() => new Promise<string>(() => {})), async () => "key-2"];
    const sdk = clientOf(service, {
      apiKey: () => keys.shift()?.() ?? "key-3",
      campaignBaseUrl: service.origin,
      timeoutMs: 60_000,
    });
    await run(sdk);
    expect(service.requests).toHaveLength(1);
  });
});

test.each(["agents.create", "campaigns.addProspect"])("%s that was sent fails with what happened", async (name) => {
  const service = await startScriptedService(json(502, { message: "no" }));
  const run = creations[name]?.run ?? (() => Promise.resolve());
  const error = await rejectionOf(run(clientOf(service, { campaignBaseUrl: service.origin })), ServerError);
  expect(error).toMatchObject({ status: 502, attempts: 1 });
});

test("agents.create that meets a timeout says that it was sent", async () => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(60_000, stall()));
  const sdk = clientOf(service, { timeoutMs: 60_000 });
  const error = await rejectionOf(sdk.agents.create({ name: "a", email: "b" }), TimeoutError);
  expect(error).toMatchObject({ kind: "attempt", requestSent: true });
});

test("agents.create that meets a 408 fails with it", async () => {
  const service = await startScriptedService(empty(408));
  const error = await rejectionOf(clientOf(service).agents.create({ name: "a", email: "b" }), ApiError);
  expect(error.status).toBe(408);
});

test("an AggregateError does not prove that nothing was sent when one address of the host accepted the request", async () => {
  const early = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
  const late = Object.assign(new Error("no"), { code: "ECONNRESET" });
  const { fetch, calls } = oneOffFetch(fetchFailed({ errors: [early, late], code: "ECONNREFUSED" }));
  await failureOf(clientWith(fetch).agents.create({ name: "a", email: "b" }));
  expect(calls).toHaveLength(1);
});

test("an AggregateError that has only failures before sending proves that nothing was sent", async () => {
  const early = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
  const cause = new AggregateError([early, early]);
  const { fetch, calls } = oneOffFetch(new TypeError("fetch failed", { cause }));
  await failureOf(clientWith(fetch).agents.create({ name: "a", email: "b" }));
  expect(calls).toHaveLength(3);
});
