/** A deletion that is sent again may have been done by an earlier attempt. */
import { NotFoundError, ResponseFormatError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { refusal } from "../support/virtual-interface.ts";

test.each<[string, Response | Error]>([
  ["a 500", refusal(500)],
  ["a 408", refusal(408)],
  ["a broken connection", fetchFailed({ code: "ECONNRESET" })],
])("a 404 after %s means that the deletion was done", async (_what, first) => {
  const { fetch, calls } = oneOffFetch(first, refusal(404, { "x-request-id": "req-7" }));
  const { data, response, requestId } = await clientWith(fetch).agents.delete("m").withResponse();
  expect([data, response.status, requestId]).toEqual([undefined, 404, "req-7"]);
  expect(calls).toHaveLength(2);
});

test.each<[string, Response | Error]>([
  ["a 429", refusal(429)],
  ["no connection", fetchFailed({ code: "ECONNREFUSED" })],
])("a 404 after %s, which deleted nothing, is a NotFoundError", async (_what, first) => {
  const { fetch, calls } = oneOffFetch(first, refusal(404));
  await rejectionOf(clientWith(fetch).agents.delete("m"), NotFoundError);
  expect(calls).toHaveLength(2);
});

test("an update that finds nothing after a 500 has failed", async () => {
  const { fetch } = oneOffFetch(refusal(500), refusal(404));
  await rejectionOf(clientWith(fetch).agents.update("m", { name: "Ravi" }), NotFoundError);
});

test("a 404 to the first attempt is a NotFoundError", async () => {
  await rejectionOf(clientWith(oneOffFetch(refusal(404)).fetch).agents.delete("m"), NotFoundError);
});

test.each([[{ success: false }], [{}], [{ data: {} }], [null]])("a 200 with %j is no deletion", async (body) => {
  await rejectionOf(clientWith(oneOffFetch(Response.json(body)).fetch).agents.delete("m"), ResponseFormatError);
});
