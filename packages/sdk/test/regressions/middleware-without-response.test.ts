import { ConfigurationError, SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const forgetful = [
  async (request: Request, next: (request: Request) => Promise<Response>) => void (await next(request)),
];

test("a middleware that forgets to return the response is told so", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const error = await rejectionOf(
    clientWith(fetch, { middleware: forgetful as never }).agents.list(),
    ConfigurationError,
  );
  expect(error.message).toMatch(/middleware.*Response/);
});

test("a middleware that loses the answer to a creation leaves doubt", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const creation = clientWith(fetch, { middleware: forgetful as never }).calls.create(callInput);
  const error = await rejectionOf(creation, SubmissionUncertainError);
  expect(error.cause).toBeInstanceOf(ConfigurationError);
});
