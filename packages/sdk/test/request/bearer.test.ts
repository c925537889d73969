import { ResponseFormatError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, prospectAdded } from "../support/samples.ts";
import { clientWith, testKey } from "../support/test-client.ts";

test("without its own key the campaign interface gets apiKey", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(prospectAdded));
  await clientWith(fetch, { campaignBaseUrl: "https://campaign.test" }).campaigns.addProspect("spring", {
    name: "Ravi",
  });
  expect(calls[0]?.headers.get("authorization")).toBe(`Bearer ${testKey}`);
});

test.each([301, 302, 303, 304, 307, 308])(
  "a %d is an error after one request, and its body is cancelled",
  async (status) => {
    const cancel = vi.fn();
    const body = status === 304 ? null : new ReadableStream({ cancel });
    const { fetch, calls } = oneOffFetch(() => new Response(body, { status, headers: { location: "/v2/agents" } }));
    const error = await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
    expect(error).toMatchObject({ status });
    expect(calls).toHaveLength(1);
    // So that its connection is free again.
    if (body) expect(cancel).toHaveBeenCalledOnce();
  },
);

test("a redirect that the caller's own fetch followed is detected", async () => {
  const followed = Object.defineProperty(Response.json(agentList), "redirected", { value: true });
  const { fetch } = oneOffFetch(() => followed);
  await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
});

test("a redirect whose body is a stream of another kind, as node-fetch 2 has them, is a ResponseFormatError", async () => {
  const { headers } = new Response(null, { headers: { location: "https://elsewhere.test/" } });
  const foreign = { status: 307, headers, body: { pipe() {} }, text: async () => "" };
  const error = await rejectionOf(clientWith(async () => foreign).agents.list(), ResponseFormatError);
  expect(error.message).toContain("a redirect to https://elsewhere.test/");
});

test("a redirect that a page may not see, which has no status, is a ResponseFormatError", async () => {
  const opaque = Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
  const fetch = async () => opaque;
  const error = await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
  expect(error.message).toContain("a redirect");
});
