import {
  AbortError,
  CallAnalysis,
  ConfigurationError,
  ConnectionError,
  KeyProviderError,
  SubmissionUncertainError,
  TimeoutError,
} from "@call-analysis/sdk";
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
  ["a 503", answer(503), 1],
  ["a broken connection", broken, 1],
  ["a 202", answer(202), 1],
  ["a 408", answer(408), 1],
  ["a 409", answer(409), 1],
  ["a 404", answer(404), 2],
  ["a connection that was never made", unreachable, 2],
])(
  "a call's creation that a middleware sends again after %s is sent as often as it may be",
  async (_first, first, times) => {
    const { sdk, calls } = sendingTwice(first, answer(404));
    const error = await failureOf(sdk.calls.create(callInput));
    expect(calls).toHaveLength(times);
    expect(SubmissionUncertainError.is(error)).toBe(times === 1);
    if (times === 1) expect(error).toMatchObject({ cause: { message: expect.stringMatching(/next\(\).*twice/) } });
  },
);

test.each([
  [answer(503), 1],
  [answer(429), 4],
])("an agent is not created again after a middleware's first send may have done it", async (first, times) => {
  const { sdk, calls } = sendingTwice(first, answer(429), answer(429), answer(429));
  const error = await failureOf(sdk.agents.create(agent));
  expect(calls).toHaveLength(times);
  expect(ConfigurationError.is(error)).toBe(times === 1);
});

test("after a refusal, an attempt that ends before its second sending is certain to have done nothing", async () => {
  const keys = [async () => "key-of-the-test", () => new Promise<string>(() => {})];
  const { fetch, calls } = oneOffFetch(answer(401));
  const again: Middleware = async (request, next) => {
    await next(request.clone());
    return next(request);
  };
  const apiKey = () => (keys.shift() ?? (async () => "key-of-the-test"))();
  const sdk = clientWith(fetch, { middleware: [again], apiKey, timeoutMs: 50, retry: false });
  expect(await failureOf(sdk.calls.create(callInput))).toMatchObject({ name: "TimeoutError", requestSent: false });
  expect(calls).toHaveLength(1);
});

test("what was refused and then found no connection may be sent again by the client", async () => {
  const { sdk, calls } = sendingTwice(answer(401), unreachable, answer(401), Response.json(createdCall));
  await sdk.calls.create(callInput);
  expect(calls).toHaveLength(4);
});

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

test.each<[string, Middleware]>([
  ["at once", (request, next) => Promise.any([next(request.clone()), next(request)])],
  [
    "while its key is asked for",
    async (request, next) => {
      const first = next(request.clone());
      first.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 1));
      return next(request).catch(() => first);
    },
  ],
])("a creation that a middleware sends twice %s is sent once", async (_how, twice) => {
  const { fetch, calls } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const apiKey = () => new Promise<string>((resolve) => void setTimeout(resolve, 5, "key-of-the-test"));
  expect(await clientWith(fetch, { middleware: [twice], apiKey }).calls.create(callInput)).toEqual(createdCall.data);
  expect(calls).toHaveLength(1);
});

test("what a middleware has begun to send, and has not waited for, is not sent once it has thrown", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const hasty: Middleware = (request, next) => {
    void next(request).catch(() => {});
    throw new TypeError("a mistake");
  };
  const apiKey = () => new Promise<string>((resolve) => void setTimeout(resolve, 5, "key-of-the-test"));
  const sdk = clientWith(fetch, { middleware: [hasty], apiKey });
  expect(await failureOf(sdk.calls.create(callInput))).toMatchObject({ message: "a mistake" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toHaveLength(0);
});

test.each([
  ["a lost answer", broken, 429],
  ["a 503", answer(503), 400],
  ["a 202", Response.json(createdCall, { status: 202 }), 404],
])(
  "a creation after %s is uncertain, though a middleware makes another status of it",
  async (_what, outcome, status) => {
    const { fetch, calls } = oneOffFetch(outcome, outcome, answer(429));
    const translating: Middleware = async (request, next) => {
      await next(request).catch(() => {});
      return answer(status);
    };
    const sdk = clientWith(fetch, { middleware: [translating], retry: { maxAttempts: 2, initialDelayMs: 0 } });
    expect(SubmissionUncertainError.is(await failureOf(sdk.calls.create(callInput)))).toBe(true);
    expect(calls).toHaveLength(1);
    await failureOf(sdk.agents.create(agent));
    expect(calls).toHaveLength(2);
  },
);

test.each([
  ["no connection", new ConnectionError("the audit's host", { requestSent: false })],
  ["no key", new KeyProviderError("the audit's vault")],
  ["no time", new TimeoutError("the audit's time", { kind: "attempt", requestSent: false })],
  ["an abort", new AbortError("the audit's signal", { requestSent: false })],
])("a creation is not sent again for %s of another request of a middleware", async (_what, failure) => {
  const { fetch, calls } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const auditing: Middleware = async (request, next) => {
    await next(request);
    throw failure;
  };
  const sdk = clientWith(fetch, { middleware: [auditing], retry: { maxAttempts: 3, initialDelayMs: 0 } });
  const error = await failureOf(sdk.calls.create(callInput));
  expect(error).toMatchObject({ name: "SubmissionUncertainError", cause: failure });
  expect(calls).toHaveLength(1);
  await failureOf(sdk.agents.create(agent));
  expect(calls).toHaveLength(2);
});

test("a refusal is that of its own sending: one that was lost after it is not sent a third time", async () => {
  const { fetch, calls } = oneOffFetch(answer(429), broken, Response.json(createdCall, { status: 202 }));
  const trying: Middleware = async (request, next) => {
    const responses = [request.clone(), request.clone(), request].map((each) => () => next(each));
    const last = await responses.reduce<Promise<Response | undefined>>(
      async (earlier, send) => ((await earlier)?.ok ? earlier : send().catch(() => undefined)),
      Promise.resolve(undefined),
    );
    return last ?? answer(429);
  };
  const sdk = clientWith(fetch, { middleware: [trying], retry: false });
  expect(SubmissionUncertainError.is(await failureOf(sdk.calls.create(callInput)))).toBe(true);
  expect(calls).toHaveLength(2);
});

test("a refusal that a middleware returns after a second sending was lost proves nothing", async () => {
  const { fetch, calls } = oneOffFetch(answer(401), broken);
  const renewing: Middleware = async (request, next) => {
    const response = await next(request.clone());
    return next(request).catch(() => response);
  };
  const error = await failureOf(clientWith(fetch, { middleware: [renewing], retry: false }).calls.create(callInput));
  expect(SubmissionUncertainError.is(error)).toBe(true);
  expect(calls).toHaveLength(2);
});
