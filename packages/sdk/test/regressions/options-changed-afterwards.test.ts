import { expect, test } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("headers that change after construction do not reach a derived client", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const headers: Record<string, string> = { "x-team": "sales" };
  const sdk = clientWith(fetch, { headers });
  headers["x-team"] = "support";
  await sdk.withOptions({ timeoutMs: 5_000 }).agents.list();
  expect(calls[0]?.headers.get("x-team")).toBe("sales");
});

test("a validation mode that changes after construction has no effect", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const validate = { mode: "warn" as "warn" | "strict", validator: () => [{ path: "", message: "drift" }] };
  const sdk = clientWith(fetch, { validate });
  validate.mode = "strict";
  await expect(sdk.agents.list()).resolves.toEqual(agentList.data);
});
