import { BadRequestError, ConfigurationError, ResponseFormatError, UnprocessableEntityError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { endless, halfBody } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";

test("an error response whose body breaks off has its status, and the call is known not to be created", async () => {
  const service = await startScriptedService(halfBody(422, { detail: "the category does not exist" }));
  const error = await rejectionOf(clientOf(service).calls.create(callInput), UnprocessableEntityError);
  expect(error.body).toBe('{"detail":"the categ');
  expect(service.requests).toHaveLength(1);
});

test("an error body that never ends is read up to a limit, and its connection is closed", async () => {
  const service = await startScriptedService(endless(400));
  const error = await rejectionOf(clientOf(service).agents.list({ timeoutMs: 20_000 }), BadRequestError);
  expect(String(error.body).length).toBeLessThanOrEqual(2 ** 20);
  await expect.poll(() => service.openConnections()).toBe(0);
});

test("the body of a redirect is cancelled, so that its connection is free again", async () => {
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  const body = new ReadableStream({ cancel });
  const fetch = oneOffFetch(() => new Response(body, { status: 302 })).fetch;
  await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
  expect(isCancelled).toBe(true);
});

test.each([
  ["agents", (sdk: ReturnType<typeof clientWith>) => sdk.agents.list()],
  ["categories", (sdk: ReturnType<typeof clientWith>) => sdk.categories.list()],
])("a list of %s that is an object is refused", async (_name, list) => {
  const { fetch } = oneOffFetch(Response.json({ data: { items: [] } }));
  const error = await rejectionOf(list(clientWith(fetch)), ResponseFormatError);
  expect(error.message).toContain("no list in `data`");
});

test("asking for the data after asResponse() left the body unread is a ConfigurationError, and not an uncertain call", async () => {
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const creation = clientWith(fetch).calls.create(callInput);
  await creation.asResponse();
  const error = await rejectionOf(creation, ConfigurationError);
  expect(error.message).toMatch(/asResponse/);
});

test("the data and the response can both be had when both are asked for in the same turn", async () => {
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const creation = clientWith(fetch).calls.create(callInput);
  const [response, data] = await Promise.all([creation.asResponse(), creation]);
  expect(await response.json()).toEqual(createdCall);
  expect(data).toEqual(createdCall.data);
});
