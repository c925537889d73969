import { type CallAnalysis, ResponseFormatError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { empty, html, json, text } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";

test.each([
  ["HTML", html(200), "HTML", "<!doctype html>"],
  ["an empty body", empty(200), "an empty body", ""],
  ["white space", text(200, " \n "), "an empty body", " \n "],
  ["a 204", empty(204), "an empty body", ""],
  ["JSON that is cut", text(200, '{"data":[{"id"'), "malformed JSON", '{"data":[{"id"'],
  ["no data", json(200, { items: [] }), "JSON without `data`", '{"items":[]}'],
  ["data that is null", json(200, { data: null }), "JSON without `data`", '{"data":null}'],
  ["data that is a text", json(200, { data: "[]" }), "JSON without `data`", '{"data":"[]"}'],
  ["JSON that is no object", json(200, 7), "JSON without `data`", "7"],
])("a 2xx with %s is a ResponseFormatError that says so", async (_name, scripted, found, excerpt) => {
  const service = await startScriptedService(scripted);
  const error = await rejectionOf(clientOf(service).agents.list(), ResponseFormatError);
  expect(error.message).toContain(` with ${found}. Check the URL`);
  expect(error.message.startsWith(`GET ${service.baseUrl}/agents: 20`)).toBe(true);
  expect(error.excerpt.startsWith(excerpt)).toBe(true);
  expect(error).toMatchObject({ code: "response_format", isRetryable: false, attempts: 1 });
});

test("the excerpt is the beginning of a long body", async () => {
  const service = await startScriptedService(html(200, `<html>${"x".repeat(100_000)}`));
  const error = await rejectionOf(clientOf(service).agents.list(), ResponseFormatError);
  expect(error.excerpt).toHaveLength(200);
});

test.each<[string, object, (sdk: CallAnalysis) => PromiseLike<unknown>, string]>([
  ["a list of agents that is an object", { data: { items: [] } }, (sdk) => sdk.agents.list(), "no list in `data`"],
  [
    "a list of categories that is an object",
    { data: { items: [] } },
    (sdk) => sdk.categories.list(),
    "no list in `data`",
  ],
  ["an analysis without a status", { data: { callId: "c" } }, (sdk) => sdk.calls.getAnalysis("c"), "no `status`"],
  ["a prospect without a success", { added_count: 1 }, (sdk) => sdk.campaigns.addProspect("s", {}), "no `success`"],
])("%s is refused", async (_name, body, run, found) => {
  const { fetch } = oneOffFetch(Response.json(body));
  const error = await rejectionOf(
    run(clientWith(fetch, { campaignBaseUrl: "https://campaign.test" })),
    ResponseFormatError,
  );
  expect(error.message).toContain(found);
});
