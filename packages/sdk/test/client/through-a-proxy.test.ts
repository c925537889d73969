import { type CallAnalysis, isCompleted } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
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
const completed = { data: { callId: "call_1", status: "completed", analysis, metadata: null } };

/** Answers a list, and a call's analysis. */
async function respond(input: string | URL | Request): Promise<Response> {
  return Response.json(String(input).endsWith("/analysis") ? completed : { data: [] });
}

function clientForAll(): CallAnalysis {
  return clientWith(respond, { poll: { initialDelayMs: 0, intervalMs: 0 } });
}

test.each(proxies)("requests and flows work through %s", async (_name, proxyOf) => {
  const sdk = proxyOf(clientForAll());
  expect(await sdk.agents.list()).toEqual([]);
  expect(isCompleted(await sdk.calls.waitForAnalysis("call_1"))).toBe(true);
});

test("withOptions works through a Proxy, and takes its options over", async () => {
  const { fetch, calls } = oneOffFetch(Response.json({ data: [] }));
  const sdk = reactive(clientWith(fetch, { headers: { "x-team": "sales" } }));
  await sdk.withOptions({ userAgent: "app/1" }).agents.list();
  expect(calls[0]?.headers.get("x-team")).toBe("sales");
  expect(calls[0]?.headers.get("user-agent")).toMatch(/^app\/1 /);
});

test("a method can be replaced, as a test does", async () => {
  const sdk = clientForAll();
  const list = vi.spyOn(sdk.agents, "list").mockRejectedValue(new Error("replaced"));
  await expect(sdk.agents.list()).rejects.toThrow("replaced");
  list.mockRestore();
  expect(await sdk.agents.list()).toEqual([]);
});
