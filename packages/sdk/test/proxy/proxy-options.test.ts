/** Wrong options are reported when the proxy is made, not when its first user comes. */
import { ConfigurationError } from "@call-analysis/sdk";
import { createProxyHandler, type ProxyOptions } from "@call-analysis/sdk/proxy";
import { expect, onTestFinished, test, vi } from "vitest";
import { basePath, commonOptions, secret, startProxy } from "../support/proxied-service.ts";

const options = { ...commonOptions, baseUrl: "https://service.test/v1", allow: [] };

test.each<[name: string, changes: object]>([
  ["apiKey", { apiKey: undefined }],
  ["apiKey", { apiKey: "two words" }],
  ["baseUrl", { baseUrl: undefined }],
  ["basePath", { basePath: undefined }],
  ["basePath", { basePath: "call-analysis" }],
  ["basePath", { basePath: ["/call-analysis"] }],
  ["basePath", { basePath: "/a/../b" }],
  ["basePath", { basePath: "/a?b" }],
  ["basePath", { basePath: "//elsewhere.test/a" }],
  ["secret", { secret: undefined }],
  ["secret", { secret: secret.slice(0, 31) }],
  ["authorize", { authorize: undefined }],
  ["authorize", { authorize: true }],
  ["allow", { allow: ["listAgents", "dropAgents"] }],
  ["allow", { allow: ["toString"] }],
  ["allow", { allow: "listAgents" }],
  ["campaignBaseUrl", { allow: ["addProspect"] }],
  ["origins", { origins: ["https://app.example.com/"] }],
  ["origins", { origins: {} }],
  ["origins", { origins: ["*"] }],
  ["origins", { origins: ["null"] }],
  ["maxBodyBytes", { maxBodyBytes: 0 }],
  ["timeoutMs", { timeoutMs: -1 }],
  ["stampUdfs", { stampUdfs: { tenant: 1 } }],
  ["journal", { journal: { claim: () => {} } }],
  ["options: logLevle is unknown. Did you mean logLevel", { logLevle: "debug" }],
  ["options: authorise is unknown. Did you mean authorize", { authorise: () => null }],
  ["options: headers is unknown", { headers: {} }],
  ["options: retry is unknown", { retry: false }],
])("a wrong %s is a ConfigurationError that names it: %o", (name, changes) => {
  const make = () => createProxyHandler({ ...options, ...changes } as ProxyOptions);
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(new RegExp(`^${name}`));
});

test.each([null, undefined, "options"])("%j in place of options is a ConfigurationError", (given) => {
  expect(() => createProxyHandler(given as never)).toThrow(/^options: expected an object/);
});

test("slashes at the end of basePath mean nothing, and 32 characters are enough for a secret", async () => {
  const { send } = startProxy({ basePath: `${basePath}//`, secret: secret.slice(0, 32) });
  expect((await send("GET /v1/agents")).status).toBe(200);
});

test("a secret that is too short is not shown", () => {
  const make = () => createProxyHandler({ ...options, secret: "short-secret" });
  expect(make).toThrow(expect.not.stringContaining("short-secret"));
});

test("a proxy cannot be made in a browser, where everyone could read its key", () => {
  vi.stubGlobal("window", { document: {} });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(() => createProxyHandler(options)).toThrow(ConfigurationError);
});
