import { ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test.each(["Content-Length", "transfer-encoding", "Connection", "keep-alive", "Upgrade", "expect"])(
  "the header %s belongs to the connection, and is refused before anything is sent",
  async (name) => {
    const { fetch, calls } = oneOffFetch(Response.json(createdCall));
    const creation = clientWith(fetch).calls.create(callInput, { headers: { [name]: "7" } });
    const error = await rejectionOf(creation, ConfigurationError);
    expect(error.message).toContain(name);
    expect(calls).toHaveLength(0);
  },
);
