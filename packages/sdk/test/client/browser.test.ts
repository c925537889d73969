import { readFile } from "node:fs/promises";
import { CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";

const options = { apiKey: "key-in-a-page", baseUrl: "https://service.test/v1" };
const browsers: [name: string, stub: () => void][] = [
  ["a page", () => vi.stubGlobal("window", { document: {} })],
  ["a worker of a page", () => vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" })],
];

test.each(browsers)("in %s a client is refused, with what to do instead", (_name, stub) => {
  stub();
  expect(() => new CallAnalysis(options)).toThrow(ConfigurationError);
  expect(() => new CallAnalysis(options)).toThrow(/anyone can read the API key.*dangerouslyAllowBrowser: true/);
});

test.each(browsers)("in %s dangerouslyAllowBrowser lets a client be made", async (_name, stub) => {
  stub();
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await new CallAnalysis({ ...options, fetch, dangerouslyAllowBrowser: true }).agents.list();
  expect(calls).toHaveLength(1);
});

test.each(browsers)("in %s no User-Agent is set, for browsers forbid it", async (_name, stub) => {
  stub();
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await new CallAnalysis({ ...options, fetch, userAgent: "crm/2", dangerouslyAllowBrowser: true }).agents.list();
  expect(calls[0]?.headers.has("user-agent")).toBe(false);
});

test.each(["Node.js/24", "Deno/2.5", "Bun/1.3", "Cloudflare-Workers"])("%s is a server", (userAgent) => {
  vi.stubGlobal("navigator", { userAgent });
  expect(() => new CallAnalysis(options)).not.toThrow();
});

test("in a page no cache may answer for the service, and on servers the option is not set", async () => {
  const caches: unknown[] = [];
  const fetch = async (_url: string, init: object) => {
    caches.push("cache" in init ? init.cache : "not set");
    return Response.json(agentList);
  };
  await new CallAnalysis({ ...options, fetch }).agents.list();
  vi.stubGlobal("window", { document: {} });
  await new CallAnalysis({ ...options, fetch, dangerouslyAllowBrowser: true }).agents.list();
  expect(caches).toEqual(["not set", "no-store"]);
});

test("on a server the User-Agent names the package's version", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await new CallAnalysis({ ...options, fetch }).agents.list();
  expect(calls[0]?.headers.get("user-agent")).toContain(`call-analysis-sdk/${version} `);
});
