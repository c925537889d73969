import { NotFoundError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { json, stallMidBody } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";

const listResponse = () => Response.json(agentList, { headers: { "x-request-id": "req-1" } });

test("the request starts when the method is called, and once however often it is awaited", async () => {
  const { fetch, calls } = oneOffFetch(listResponse());
  const listing = clientWith(fetch).agents.list();
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(await listing).toEqual(await listing);
  await listing.withResponse();
  expect(calls).toHaveLength(1);
});

test("withResponse gives the data, the response and its request id", async () => {
  const { fetch } = oneOffFetch(listResponse());
  const { data, response, requestId } = await clientWith(fetch).agents.list().withResponse();
  expect(data).toEqual(agentList.data);
  expect(response.status).toBe(200);
  expect(response.bodyUsed).toBe(true);
  expect(requestId).toBe("req-1");
});

test("asResponse resolves when the headers have arrived, with the body unread", async () => {
  const service = await startScriptedService(stallMidBody());
  const response = await clientOf(service).agents.list().asResponse();
  expect(response.status).toBe(200);
  expect(response.bodyUsed).toBe(false);
  await response.body?.cancel();
});

test("asResponse after the body was read gives a copy", async () => {
  const { fetch } = oneOffFetch(listResponse());
  const listing = clientWith(fetch).agents.list();
  await listing;
  const response = await listing.asResponse();
  expect(await response.json()).toEqual(agentList);
  expect(response.headers.get("x-request-id")).toBe("req-1");
});

test("asResponse rejects for a status that is not 2xx", async () => {
  const service = await startScriptedService(json(404, { message: "no" }));
  await rejectionOf(clientOf(service).categories.get("c").asResponse(), NotFoundError);
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
