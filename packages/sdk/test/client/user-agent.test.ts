import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { version } from "../../src/version.js";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

async function userAgentOf(options = {}) {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await clientWith(fetch, options).agents.list();
  return calls[0]?.headers.get("user-agent");
}

test("on servers the User-Agent names the package and the runtime", async () => {
  expect(await userAgentOf()).toBe(`call-analysis-sdk/${version} node/${process.versions.node}`);
});

test("userAgent comes before the package's own name", async () => {
  expect(await userAgentOf({ userAgent: "crm/2.1" })).toMatch(/^crm\/2\.1 call-analysis-sdk\//);
});

test("the version is package.json's", () => {
  expect(version).toBe(packageJson.version);
});
