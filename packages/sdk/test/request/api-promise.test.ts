import { ConfigurationError, NotFoundError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const listResponse = () => Response.json(agentList, { headers: { "x-request-id": "req-1" } });

test("asResponse resolves when the headers have arrived, with the body unread", async () => {
  const { fetch } = oneOffFetch(() => new Response(new ReadableStream()));
  expect(await clientWith(fetch).agents.list().asResponse()).toMatchObject({ status: 200, bodyUsed: false });
});

test("asResponse after the body was read gives a copy", async () => {
  const { fetch } = oneOffFetch(listResponse());
  const listing = clientWith(fetch).agents.list();
  await listing;
  const response = await listing.asResponse();
  expect(await response.json()).toEqual(agentList);
  expect(response.headers.get("x-request-id")).toBe("req-1");
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

test.each([
  ["await", (listing: Listing) => listing.then(() => {})],
  ["catch", (listing: Listing) => listing.catch((error) => Promise.reject(error))],
  ["finally", (listing: Listing) => listing.finally(() => {})],
  ["withResponse", (listing: Listing) => listing.withResponse()],
  ["asResponse", (listing: Listing) => listing.asResponse()],
])("a rejection that %s handles is handled, and no other promise rejects unhandled", async (_name, takeUp) => {
  const unhandled = await unhandledDuring(async () => {
    const { fetch } = oneOffFetch(new Response(null, { status: 404 }));
    await rejectionOf(takeUp(clientWith(fetch).agents.list()), NotFoundError);
  });
  expect(unhandled).toEqual([]);
});

test("a rejection that nothing handles is an unhandled rejection, as of any promise", async () => {
  const unhandled = await unhandledDuring(async () => {
    const { fetch } = oneOffFetch(new Response(null, { status: 404 }));
    clientWith(fetch).agents.list();
  });
  expect(unhandled).toEqual([expect.any(NotFoundError)]);
});

type Listing = ReturnType<ReturnType<typeof clientWith>["agents"]["list"]>;

/** What the process reports as unhandled while, and shortly after, something runs. */
async function unhandledDuring(run: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const others = process.listeners("unhandledRejection");
  const note = (error: unknown) => unhandled.push(error);
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
  await run();
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.removeListener("unhandledRejection", note);
  for (const listener of others) process.on("unhandledRejection", listener);
  return unhandled;
}
