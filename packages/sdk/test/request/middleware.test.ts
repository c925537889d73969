import { CallAnalysis, ConfigurationError, SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput, createdAgent, createdCall } from "../support/samples.ts";
import { json } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientWith } from "../support/test-client.ts";

type Middleware = NonNullable<NonNullable<ConstructorParameters<typeof CallAnalysis>[0]>["middleware"]>[number];

const agent = { name: "Asha", email: "asha@example.com" };

test("the first middleware is outermost", async () => {
  const steps: string[] = [];
  const named =
    (name: string): Middleware =>
    async (request, next) => {
      steps.push(`${name} before`);
      const response = await next(request);
      steps.push(`${name} after`);
      return response;
    };
  const { fetch } = oneOffFetch(Response.json(agentList));
  await clientWith(fetch, { middleware: [named("first"), named("second")] }).agents.list();
  expect(steps).toEqual(["first before", "second before", "second after", "first after"]);
});

test("a middleware sees every attempt, with its number and its operation", async () => {
  const seen: unknown[] = [];
  const middleware: Middleware[] = [
    async (request, next, context) => {
      const response = await next(request);
      seen.push({ ...context, method: request.method, url: request.url, status: response.status });
      return response;
    },
  ];
  const { fetch } = oneOffFetch(new Response(null, { status: 503 }), Response.json(agentList));
  await clientWith(fetch, { middleware }).agents.list();
  const expected = { operation: "listAgents", method: "GET", url: "https://service.test/v1/agents" };
  expect(seen).toEqual([
    { ...expected, attempt: 1, status: 503 },
    { ...expected, attempt: 2, status: 200 },
  ]);
});

test("a middleware may change the request, and fetch still gets an address and a body with a length", async () => {
  const given: unknown[] = [];
  // As undici's own fetch, which does not take the Request of another package.
  const fetch = async (input: unknown, { method, headers, body }: RequestInit = {}) => {
    const sent = Object.fromEntries(new Headers(headers));
    given.push([method, input, sent["x-trace"], sent["content-type"], new TextDecoder().decode(body as ArrayBuffer)]);
    return Response.json(createdAgent, { status: 201 });
  };
  const change: Middleware = async (request, next) => {
    const body = JSON.stringify({ ...(await request.clone().json()), team: "sales" });
    const headers = new Headers(request.headers);
    headers.set("x-trace", "7");
    return next(new Request(`${request.url}?dry=1`, { method: request.method, headers, body }));
  };
  await clientWith(fetch, { middleware: [change] }).agents.create(agent);
  const body = JSON.stringify({ ...agent, team: "sales" });
  expect(given).toEqual([["POST", "https://service.test/v1/agents?dry=1", "7", "application/json", body]]);
});

test("a middleware may respond by itself, or in place of the service", async () => {
  const { fetch, calls } = oneOffFetch(Response.json({ data: "encrypted" }));
  const cached: Middleware = () => Response.json(agentList);
  const decrypting: Middleware = async (request, next) => {
    await next(request);
    return Response.json(agentList);
  };
  for (const [middleware, sent] of [
    [cached, 0],
    [decrypting, 1],
  ] as const) {
    await expect(clientWith(fetch, { middleware: [middleware] }).agents.list()).resolves.toEqual(agentList.data);
    expect(calls).toHaveLength(sent);
  }
});

test("what a middleware throws before sending rejects the operation unchanged, without a retry", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const failure = new Error("the circuit is open");
  const open: Middleware = () => {
    throw failure;
  };
  expect(await failureOf(clientWith(fetch, { middleware: [open] }).agents.list())).toBe(failure);
  expect(await failureOf(clientWith(fetch, { middleware: [open] }).calls.create(callInput))).toBe(failure);
  expect(calls).toHaveLength(0);
});

test("the signal of a middleware's request is aborted when the attempt is ended", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let signal: AbortSignal | undefined;
  const slow: Middleware = (request) => {
    signal = request.signal;
    return new Promise(() => {});
  };
  const { fetch } = oneOffFetch(Response.json(agentList));
  const failure = failureOf(clientWith(fetch, { middleware: [slow], timeoutMs: 20, retry: false }).agents.list());
  await vi.advanceTimersByTimeAsync(20);
  await failure;
  expect(signal?.aborted).toBe(true);
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

test("a middleware that does not return the response gets an error that says so", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const forgetful = async (request: Request, next: (request: Request) => Promise<Response>) => {
    await next(request);
  };
  // As JavaScript may do.
  const middleware = [forgetful] as never;
  const error = await rejectionOf(clientWith(fetch, { middleware }).agents.list(), ConfigurationError);
  expect(error.message).toMatch(/middleware.*Response/);
});

const answer = (status: number) => new Response(null, { status });
const unreachable = fetchFailed({ code: "ECONNREFUSED" });
const broken = fetchFailed({ code: "ECONNRESET" });

/** A client whose middleware sends everything twice, whatever comes back the first time. */
function sendingTwice(...outcomes: Parameters<typeof oneOffFetch>) {
  const { fetch, calls } = oneOffFetch(...outcomes);
  const twice: Middleware = async (request, next) => {
    await next(request.clone()).catch(() => {});
    return next(request);
  };
  return { sdk: clientWith(fetch, { middleware: [twice], retry: { maxAttempts: 2, initialDelayMs: 0 } }), calls };
}

test.each([
  ["a 503", answer(503), unreachable, true],
  ["a 503", answer(503), answer(429), true],
  ["a 503", answer(503), answer(404), true],
  ["a broken connection", broken, answer(429), true],
  ["a 202", answer(202), answer(429), true],
  ["a 404", answer(404), answer(404), false],
])(
  "a creation that a middleware sends again after %s may have been created",
  async (_first, first, second, isUncertain) => {
    const { sdk, calls } = sendingTwice(first, second);
    const error = await failureOf(sdk.calls.create(callInput));
    expect(SubmissionUncertainError.is(error)).toBe(isUncertain);
    expect(calls).toHaveLength(2);
  },
);

test.each([
  [answer(503), 2],
  [answer(429), 4],
])(
  "an agent is not created again by the client after a middleware has sent it twice, unless neither did anything",
  async (first, times) => {
    const { sdk, calls } = sendingTwice(first, answer(429), answer(429), answer(429));
    await failureOf(sdk.agents.create({ name: "A", email: "a@example.com" }));
    expect(calls).toHaveLength(times);
  },
);

test("what may be repeated is tried again, also after a middleware has sent it twice", async () => {
  const { sdk, calls } = sendingTwice(answer(503), answer(503), answer(503), answer(503));
  await failureOf(sdk.agents.list());
  expect(calls).toHaveLength(4);
});

test("a creation that goes through a middleware is sent with its own body by the runtime's fetch too", async () => {
  const service = await startScriptedService(json(202, createdCall));
  const middleware: Middleware[] = [(request, next) => next(request)];
  await new CallAnalysis({ apiKey: "key-of-the-test", baseUrl: service.baseUrl, middleware }).calls.create(callInput);
  expect(JSON.parse(service.requests[0]?.body ?? "")).toEqual(callInput);
});
