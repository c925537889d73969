/** The runtime's own `fetch` repeats some requests unseen. What is sent once must be on the wire once all the same. */
import { AuthenticationError, SubmissionUncertainError } from "@call-analysis/sdk";
import { setupServer } from "msw/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { creations } from "../support/operations.ts";
import { type ConnectionEnd, rawResponse, startRawService } from "../support/raw-service.ts";
import { clientOf } from "../support/test-client.ts";

const ends: [string, ConnectionEnd][] = [
  ["closes the connection", (socket) => socket.end()],
  ["resets the connection", (socket) => socket.resetAndDestroy()],
  ["responds with 421, which Node's fetch answers by sending again", (socket) => socket.write(rawResponse(421))],
];

const campaign = (origin: string) => ({ campaignBaseUrl: origin, retry: false as const });

describe.each(Object.entries(creations))("%s is on the wire once", (_name, { run }) => {
  test.each(ends)("when the service %s that a request has used before", async (_end, end) => {
    const service = await startRawService(end);
    const sdk = clientOf(service, campaign(service.origin));
    await sdk.agents.list();
    await failureOf(run(sdk));
    expect(service.posts).toHaveLength(1);
  });

  test.each(ends)("behind a middleware, when the service %s", async (_end, end) => {
    const service = await startRawService(end);
    const middleware = [(request: Request, next: (request: Request) => Promise<Response>) => next(request)];
    const sdk = clientOf(service, { ...campaign(service.origin), middleware });
    await sdk.agents.list();
    await failureOf(run(sdk));
    expect(service.posts).toHaveLength(1);
  });

  test.each(ends)("with msw between, when the service %s", async (_end, end) => {
    const server = setupServer();
    const bypass = { onUnhandledRequest: "bypass", onUnhandledFrame: "bypass" } as const;
    server.listen(bypass);
    onTestFinished(() => server.close());
    const service = await startRawService(end);
    const sdk = clientOf(service, campaign(service.origin));
    await sdk.agents.list();
    await failureOf(run(sdk));
    expect(service.posts).toHaveLength(1);
  });

  test("with its length, and with the same headers as any other request", async () => {
    const service = await startRawService((socket) => socket.write(rawResponse(500)));
    await failureOf(run(clientOf(service, campaign(service.origin))));
    expect(service.posts[0]).toMatch(/^content-length: \d+\r?$/im);
    expect(service.posts[0]).toMatch(/^content-type: application\/json\r?$/im);
    expect(service.posts[0]).not.toMatch(/transfer-encoding/i);
  });

  test("and a 401 to it is an AuthenticationError", async () => {
    const service = await startRawService((socket) => socket.write(rawResponse(401)));
    await rejectionOf(run(clientOf(service, campaign(service.origin))), AuthenticationError);
    expect(service.posts).toHaveLength(1);
  });
});

test("a creation that gets 421 leaves no doubt, because the service did not process it", async () => {
  const service = await startRawService((socket) => socket.write(rawResponse(421)));
  const error = await failureOf(creations["calls.create"]?.run(clientOf(service)) ?? Promise.resolve());
  expect(SubmissionUncertainError.is(error)).toBe(false);
  expect(error).toMatchObject({ status: 421 });
});

test("a plain fetch is on the wire twice after a 421: the tests above would see it", async () => {
  const service = await startRawService((socket) => socket.write(rawResponse(421)));
  await fetch(`${service.baseUrl}/agents`);
  await fetch(`${service.baseUrl}/agents`, { method: "POST", body: "{}" });
  expect(service.posts).toHaveLength(2);
});

test("a fetch of the caller's own gets the body as a text, which any fetch can send", async () => {
  const bodies: unknown[] = [];
  const own = async (_url: unknown, init?: RequestInit) => {
    bodies.push(init?.body);
    return Response.json({ data: { callId: "call_1", status: "processing" } }, { status: 202 });
  };
  await creations["calls.create"]?.run(clientOf({ baseUrl: "https://api.test/v1" }, { fetch: own }));
  expect(bodies).toEqual([expect.any(String)]);
});
