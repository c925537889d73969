import { inspect } from "node:util";
import { CallAnalysis, isCompleted } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { documentedOperations } from "../../../contract-tests/src/contract/openapi-document.ts";
import { methods as clientMethods } from "../../../contract-tests/test/client/methods.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall, uploadGrant } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

/** As the reactive objects of user interfaces: every object that is reached through it is a Proxy too. */
function reactive<T extends object>(target: T): T {
  return new Proxy(target, {
    get(inner, key, receiver) {
      const value = Reflect.get(inner, key, receiver);
      return typeof value === "object" && value !== null ? reactive(value) : value;
    },
  });
}

const proxies: [string, (sdk: CallAnalysis) => CallAnalysis][] = [
  ["new Proxy(sdk, {})", (sdk) => new Proxy(sdk, {})],
  ["a Proxy of everything inside too", reactive],
  ["a Proxy of a derived client", (sdk) => reactive(reactive(sdk).withOptions({ timeoutMs: 5_000 }))],
];

const analysis = { score: 80, outcomeLabel: "Won", outcomeRationale: "Because.", sections: [] };
const completed = { data: { callId: createdCall.data.callId, status: "completed", analysis, metadata: null } };
const { callId } = createdCall.data;
const file = new Uint8Array([82, 73, 70, 70]);
const contentType = "audio/wav";
const { memberId, categoryId, audio_url } = callInput;

/** The methods that send one request, with the input that the document shows. */
const singleRequests = Object.fromEntries(
  documentedOperations.map(({ operationId, path, requestExample = {} }) => {
    const { name, call } = clientMethods[operationId];
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => [parameter, callId]);
    return [name, (sdk: CallAnalysis) => call(sdk, { path: Object.fromEntries(ids), body: requestExample })];
  }),
);

/** Every method of the client's resources. */
const methods: Record<string, (sdk: CallAnalysis) => PromiseLike<unknown>> = {
  ...singleRequests,
  "calls.upload": (sdk) => sdk.calls.upload(file, { contentType }),
  "calls.waitForAnalysis": (sdk) => sdk.calls.waitForAnalysis(callId),
  "calls.watchAnalysis": (sdk) => listOf(sdk.calls.watchAnalysis(callId)),
  "calls.submitFile": (sdk) => sdk.calls.submitFile({ file, contentType, memberId, categoryId }),
  "calls.analyzeFile": (sdk) => sdk.calls.analyzeFile({ file, contentType, memberId, categoryId }),
  "calls.analyzeUrl": (sdk) => sdk.calls.analyzeUrl({ audio_url, memberId, categoryId }),
  "calls.resume": (sdk) => sdk.calls.resume({ version: 1, stage: "poll", callId }),
  "calls.analyzeFiles": async (sdk) => {
    const outcomes = await listOf(sdk.calls.analyzeFiles([{ file, contentType, memberId, categoryId }]));
    for (const outcome of outcomes) if (!outcome.ok) throw outcome.error;
  },
};

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** A service and its store in one. */
async function respond(input: string | URL | Request, { method = "GET" }: RequestInit = {}): Promise<Response> {
  const { origin, pathname: path } = new URL(input instanceof Request ? input.url : input);
  if (origin === new URL(uploadGrant.data.presignedUrl).origin) return new Response();
  if (method === "DELETE") return Response.json({ success: true });
  if (path.endsWith("/analysis")) return Response.json(completed);
  if (path.endsWith("/calls")) return Response.json(createdCall, { status: 202 });
  if (path.includes("campaign")) return Response.json({ success: true, message: "", added_count: 1 });
  if (/agents$|categories$/.test(path) && method === "GET") return Response.json({ data: [] });
  return Response.json({ data: { ...uploadGrant.data, memberId: "mem_1" } });
}

function clientForAll(): CallAnalysis {
  return clientWith(respond, { campaignBaseUrl: "https://campaign.test", poll: { initialDelayMs: 0, intervalMs: 0 } });
}

test("the table has every method of every resource", () => {
  const { agents, categories, calls, campaigns } = clientForAll();
  const names = Object.entries({ agents, categories, calls, campaigns }).flatMap(([name, resource]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(resource))
      .filter((method) => method !== "constructor")
      .map((method) => `${name}.${method}`),
  );
  expect(Object.keys(methods).sort()).toEqual(names.sort());
});

for (const [name, proxyOf] of proxies) {
  test.each(Object.entries(methods))(`%s works through ${name}`, async (_method, call) => {
    await call(proxyOf(clientForAll()));
  });
}

test("withOptions works through a Proxy, and takes its options over", async () => {
  const { fetch, calls } = oneOffFetch(Response.json({ data: [] }));
  const sdk = reactive(clientWith(fetch, { headers: { "x-team": "sales" } }));
  await sdk.withOptions({ userAgent: "app/1" }).agents.list();
  expect(calls[0]?.headers.get("x-team")).toBe("sales");
  expect(calls[0]?.headers.get("user-agent")).toMatch(/^app\/1 /);
});

test("a method that is taken from its resource works alone", async () => {
  const { waitForAnalysis } = clientForAll().calls;
  expect(isCompleted(await waitForAnalysis(callId))).toBe(true);
});

test("a method can be replaced, as a test does", async () => {
  const sdk = clientForAll();
  const list = vi.spyOn(sdk.agents, "list").mockRejectedValue(new Error("replaced"));
  await expect(sdk.agents.list()).rejects.toThrow("replaced");
  list.mockRestore();
  expect(await sdk.agents.list()).toEqual([]);
});

test("a class of the caller's own that extends the client keeps its own methods, and sees the client's", async () => {
  class OwnClient extends CallAnalysis {
    override withOptions(changes: { timeoutMs?: number }): CallAnalysis {
      return super.withOptions({ ...changes, userAgent: "own/1" });
    }
  }
  const { fetch, calls } = oneOffFetch(Response.json({ data: [] }));
  const sdk = new Proxy(new OwnClient({ apiKey: "key-1", baseUrl: "https://service.test/v1", fetch }), {});
  await sdk.withOptions({}).agents.list();
  expect(calls[0]?.headers.get("user-agent")).toMatch(/^own\/1 /);
});

test("a console shows the client and its resources by their names, without methods and without keys", () => {
  const sdk = clientForAll();
  const shown = "CallAnalysis {\n  agents: Agents {},\n  categories: Categories {},\n";
  expect(inspect(sdk)).toBe(`${shown}  calls: Calls {},\n  campaigns: Campaigns {}\n}`);
  expect(inspect(sdk.calls)).toBe("Calls {}");
});
