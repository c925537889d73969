/**
 * Node's own `fetch` repeats some requests unseen. What is sent once must be on the wire once all the same: here by Node,
 * with all other senders in `scripts/test/runtimes.built.test.ts`.
 */
import { AuthenticationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { type ConnectionEnd, rawResponse, startRawService } from "../support/raw-service.ts";
import { callInput } from "../support/samples.ts";
import { clientOf } from "../support/test-client.ts";

test.each<[string, ConnectionEnd]>([
  ["closes the connection", (socket) => socket.end()],
  ["resets the connection", (socket) => socket.resetAndDestroy()],
  ["responds with 421, which Node's fetch answers by sending again", (socket) => socket.write(rawResponse(421))],
])("a creation is on the wire once when the service %s that a request has used before", async (_end, end) => {
  const service = await startRawService(end);
  const sdk = clientOf(service, { retry: false });
  await sdk.agents.list();
  await failureOf(sdk.calls.create(callInput));
  expect(service.posts).toHaveLength(1);
});

test("a creation has a length and a type on the wire, and a 401 to it is an AuthenticationError", async () => {
  const service = await startRawService((socket) => socket.write(rawResponse(401)));
  await rejectionOf(clientOf(service).calls.create(callInput), AuthenticationError);
  expect(service.posts).toEqual([expect.stringMatching(/^content-length: \d+\r?$/im)]);
  expect(service.posts[0]).toMatch(/^content-type: application\/json\r?$/im);
  expect(service.posts[0]).not.toMatch(/transfer-encoding/i);
});
