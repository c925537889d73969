import fc from "fast-check";
import { expect, test } from "vitest";
import { type OperationId, operationOf } from "../../src/contract/openapi-document.ts";
import { problemsOf } from "../../src/contract/schema-check.ts";
import { operationAt } from "../operation-at.ts";
import { apiKey, type Captured, campaignApiKey, capturingClient } from "./captured.ts";
import { inputOf } from "./generated-input.ts";
import { methods, type OperationInput } from "./methods.ts";

const operations = Object.keys(methods) as OperationId[];

/** What the client sends for an input. How it handles the response is tested elsewhere. */
async function sentFor(operation: OperationId, input: OperationInput): Promise<Captured> {
  const { sdk, captured } = capturingClient(() => Response.json({ detail: "enough" }, { status: 400 }));
  await methods[operation].call(sdk, input).catch(() => undefined);
  const [request] = captured;
  if (!request || captured.length > 1) throw new Error(`${captured.length} requests were sent.`);
  return request;
}

function checkForAll(operation: OperationId, check: (sent: Captured, input: OperationInput) => void): Promise<void> {
  const property = fc.asyncProperty(inputOf(operation), async (input) => {
    check(await sentFor(operation, input), input);
  });
  return fc.assert(property, { numRuns: 25 });
}

test.each(operations)(
  "for every input that the document allows, %s sends one request to its path, with its key, and with its input as body",
  async (operation) => {
    const { requestSchema, interface: ofInterface } = operationOf(operation);
    const isCampaign = ofInterface === "campaign";
    await checkForAll(operation, ({ method, url, headers, text }, { path, body }) => {
      expect(operationAt(method, url)).toEqual({ operation, path });
      expect(url.search + url.hash).toBe("");
      expect(url.origin).toBe(isCampaign ? "https://campaigns.test" : "https://interface.test");
      expect(headers.get("authorization")).toBe(`Bearer ${isCampaign ? campaignApiKey : apiKey}`);
      if (requestSchema === undefined) return expect([text, headers.get("content-type")]).toEqual(["", null]);
      const sent: unknown = JSON.parse(text);
      expect(headers.get("content-type")).toMatch(/^application\/json/);
      expect(problemsOf(requestSchema, sent)).toEqual([]);
      expect(sent).toEqual(JSON.parse(JSON.stringify(body)));
    });
  },
);
