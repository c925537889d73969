import { NotFoundError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test.each([
  ["await", (listing: Listing) => listing.then(() => {})],
  ["catch", (listing: Listing) => listing.catch((error) => Promise.reject(error))],
  ["finally", (listing: Listing) => listing.finally(() => {})],
  ["withResponse", (listing: Listing) => listing.withResponse()],
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
