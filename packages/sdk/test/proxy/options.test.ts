/** What is wrong with a proxy is said when it is made, and not when its first user comes. */
import { ConfigurationError } from "@call-analysis/sdk";
import { createProxyHandler, type ProxyOptions } from "@call-analysis/sdk/proxy";
import { expect, onTestFinished, test, vi } from "vitest";
import { proxyOptions, secret } from "./proxy-server.ts";

const options = proxyOptions({ baseUrl: "https://service.test/v1" });
const wrong: [name: string, changes: object][] = [
  ["apiKey", { apiKey: undefined }],
  ["apiKey", { apiKey: "two words" }],
  ["baseUrl", { baseUrl: undefined }],
  ["baseUrl", { baseUrl: "http://service.test/v1" }],
  ["basePath", { basePath: undefined }],
  ["basePath", { basePath: "call-analysis" }],
  ["basePath", { basePath: ["/call-analysis"] as never }],
  ["basePath", { basePath: "/a/../b" }],
  ["basePath", { basePath: "/a?b" }],
  ["basePath", { basePath: "//elsewhere.test/a" }],
  ["basePath", { basePath: "//" }],
  ["secret", { secret: undefined }],
  ["secret", { secret: secret.slice(0, 31) }],
  ["authorize", { authorize: undefined }],
  ["authorize", { authorize: true }],
  ["allow", { allow: ["listAgents", "dropAgents"] }],
  ["allow", { allow: ["toString"] }],
  ["allow", { allow: "listAgents" }],
  ["allow", { allow: {} }],
  ["campaignBaseUrl", { campaignBaseUrl: undefined, allow: ["addProspect"] }],
  ["origins", { origins: ["https://app.example.com/"] }],
  ["origins", { origins: {} }],
  ["origins", { origins: ["*"] }],
  ["origins", { origins: ["null"] }],
  ["maxBodyBytes", { maxBodyBytes: 0 }],
  ["timeoutMs", { timeoutMs: -1 }],
  ["stampUdfs", { stampUdfs: { tenant: 1 } }],
  ["ledger", { ledger: { claim: () => {} } }],
  ["options: logLevle is unknown. Did you mean logLevel", { logLevle: "debug" }],
  ["options: authorise is unknown. Did you mean authorize", { authorise: () => null }],
  ["options: headers is unknown", { headers: {} }],
  ["options: retry is unknown", { retry: false }],
];

test.each(wrong)("a wrong %s is a ConfigurationError that names it: %o", (name, changes) => {
  const wrongOptions = { ...options, allow: [], ...changes } as ProxyOptions;
  expect(() => createProxyHandler(wrongOptions)).toThrow(ConfigurationError);
  expect(() => createProxyHandler(wrongOptions)).toThrow(new RegExp(`^${name}`));
});

test("a service has 25 seconds to answer, less than a page's client waits", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const handler = createProxyHandler({ ...options, allow: ["listAgents"], fetch: () => new Promise(() => {}) });
  const ended = vi.fn();
  const headers = { authorization: "Bearer asha" };
  void handler(new Request(`http://localhost${options.basePath}/v1/agents`, { headers })).then(ended);
  await vi.advanceTimersByTimeAsync(24_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 504 }));
});

test("slashes at the end of a path mean nothing, and 32 characters are enough for a secret", async () => {
  const { basePath } = options;
  const same = { basePath: `${basePath}//`, secret: secret.slice(0, 32) };
  const handler = createProxyHandler({ ...options, allow: [], ...same });
  // Another path would be a 404.
  expect(await handler(new Request(`http://localhost${basePath}/v1/agents`))).toMatchObject({ status: 403 });
});

test("a secret that is too short is not shown", () => {
  const short = "short-secret";
  const make = () => createProxyHandler({ ...options, allow: [], secret: short });
  expect(make).toThrow(expect.not.stringContaining(short));
});

test("a proxy cannot be made in a browser, where everyone could read its key", () => {
  vi.stubGlobal("window", { document: {} });
  expect(() => createProxyHandler({ ...options, allow: [] })).toThrow(ConfigurationError);
});

test.each([null, undefined, "options"])("%j is no options of a proxy", (none) => {
  expect(() => createProxyHandler(none as never)).toThrow(/^options: an object is due/);
});
