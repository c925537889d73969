import { afterEach, expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

afterEach(() => vi.unstubAllGlobals());

test("an environment that may not be read, as Deno's, counts as empty", async () => {
  const env = new Proxy(
    {},
    {
      get: () => {
        throw new Error("NotCapable: requires env access");
      },
    },
  );
  vi.stubGlobal("process", { ...process, env });
  const { fetch } = oneOffFetch(Response.json(agentList));
  await expect(clientWith(fetch).agents.list()).resolves.toEqual(agentList.data);
});
