import { ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { createdAgent } from "../support/samples.ts";
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

test("a middleware that uses up the request's body is told so, and nothing is sent", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(createdAgent));
  const reads = async (request: Request, next: (request: Request) => Promise<Response>) => {
    await request.text();
    return next(request);
  };
  const error = await rejectionOf(clientWith(fetch, { middleware: [reads] }).agents.create(agent), ConfigurationError);
  expect(error.message).toMatch(/middleware.*clone/);
  expect(calls).toHaveLength(0);
});
