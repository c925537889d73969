import { BadRequestError, ConnectionError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { type FetchCall, oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

const value = "tenant-5e1f90aa";
type Options = { headers: Record<string, string> };

/** A service that quotes every header that it gets, where error bodies and headers have room. */
function quoteAll({ headers }: FetchCall): Response {
  const all = Object.fromEntries(headers);
  return Response.json(
    { detail: Object.values(all).join(" "), ...all },
    { status: 400, headers: { "x-request-id": all["x-tenant"] ?? "" } },
  );
}

/** A fetch that fails as HTTP libraries do, with the request inside. */
function failWithRequest({ headers }: FetchCall): never {
  const all = Object.fromEntries(headers);
  const request = { headers: all, raw: Object.entries(all).flat() };
  throw Object.assign(new TypeError(`bad headers: ${JSON.stringify(all)}`, { cause: new Error(String(request.raw)) }), {
    request,
  });
}

const places: [string, (headers: Options["headers"]) => [Options | undefined, Options | undefined]][] = [
  ["the client", (headers) => [{ headers }, undefined]],
  ["a request", (headers) => [undefined, { headers }]],
];
const services = [
  ["a service quotes it", quoteAll],
  ["fetch fails with it", failWithRequest],
] as const;

for (const [place, optionsOf] of places) {
  test.each(services)(`a header's value of ${place} is in no error and no log line when %s`, async (_name, respond) => {
    const lines: string[] = [];
    const line = (text: string) => lines.push(text);
    const logger = { debug: line, info: line, warn: line, error: line };
    const [ofClient, ofRequest] = optionsOf({
      "X-Tenant": value,
      cookie: "theme=dark; session=s3ss10n-77",
      "x-basic": "Basic dXNlcjpwYXNzd29yZA==",
    });
    const { fetch } = oneOffFetch(respond);
    const retry = { maxAttempts: 2, initialDelayMs: 0 };
    const sdk = clientWith(fetch, { logger, logLevel: "debug", retry, ...ofClient });
    const error = await failureOf(sdk.agents.list(ofRequest));
    expect(error).toBeInstanceOf(respond === quoteAll ? BadRequestError : ConnectionError);
    expect(lines).not.toEqual([]);
    for (const text of [...textsOf(error), ...lines]) expect(text).not.toMatch(/5e1f90aa|s3ss10n|dXNlcjpwYXNz/i);
  });
}

test("a header's value of a flow is in no error of its requests", async () => {
  const { fetch } = oneOffFetch(quoteAll);
  const sdk = clientWith(fetch);
  const analyzing = sdk.calls.analyzeUrl(callInput, { headers: { "x-tenant": value } });
  const error = await rejectionOf(analyzing, BadRequestError);
  for (const text of textsOf(error)) expect(text).not.toContain(value);
});
