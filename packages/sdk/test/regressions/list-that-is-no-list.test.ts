import { ResponseFormatError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test.each([
  ["agents", (sdk: ReturnType<typeof clientWith>) => sdk.agents.list()],
  ["categories", (sdk: ReturnType<typeof clientWith>) => sdk.categories.list()],
])("a list of %s that is an object is refused", async (_name, list) => {
  const { fetch } = oneOffFetch(Response.json({ data: { items: [] } }));
  const error = await rejectionOf(list(clientWith(fetch)), ResponseFormatError);
  expect(error.message).toContain("no list in `data`");
});
