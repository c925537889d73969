import { ConfigurationError, ResponseValidationError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput, createdAgent, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const agent = { name: "Asha", email: "asha@example.com" };

test("with middleware, fetch still gets an address and a body that it can send with a length", async () => {
  const given: [unknown, unknown][] = [];
  // As undici's own fetch, which does not take the Request of another package.
  const fetch = async (input: unknown, init: RequestInit = {}) => {
    given.push([input, new TextDecoder().decode(init.body as ArrayBuffer)]);
    return Response.json(createdAgent, { status: 201 });
  };
  await clientWith(fetch, { middleware: [(request, next) => next(request)] }).agents.create(agent);
  expect(given).toEqual([["https://service.test/v1/agents", JSON.stringify(agent)]]);
});

test("a middleware that reads the request's body gets an error that says to clone it, and nothing is sent", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(createdAgent));
  const reads = async (request: Request, next: (request: Request) => Promise<Response>) => {
    await request.text();
    return next(request);
  };
  const error = await rejectionOf(clientWith(fetch, { middleware: [reads] }).agents.create(agent), ConfigurationError);
  expect(error.message).toMatch(/middleware.*clone/);
  expect(calls).toHaveLength(0);
});

const forgetful = [
  async (request: Request, next: (request: Request) => Promise<Response>) => void (await next(request)),
];

test("a middleware that does not return the response gets an error that says so", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const error = await rejectionOf(
    clientWith(fetch, { middleware: forgetful as never }).agents.list(),
    ConfigurationError,
  );
  expect(error.message).toMatch(/middleware.*Response/);
});

const validator = () => {
  throw new RangeError("the validator's own fault");
};

test("in the mode warn a validator that throws is logged, and breaks nothing", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const sdk = clientWith(fetch, { logger, validate: { mode: "warn", validator } });
  await expect(sdk.agents.list()).resolves.toEqual(agentList.data);
  expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("the validator's own fault"));
});

test("in the mode strict a validator that throws is a validation error that keeps the callId", async () => {
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const sdk = clientWith(fetch, { validate: { mode: "strict", validator } });
  const error = await rejectionOf(sdk.calls.create(callInput), ResponseValidationError);
  expect(error.body).toEqual(createdCall);
});
