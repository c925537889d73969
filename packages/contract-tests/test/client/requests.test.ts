import fc from "fast-check";
import { describe, expect, test } from "vitest";
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

describe("for every input that the document allows", () => {
  test.each(operations)("%s sends to its path, with every id unchanged", async (operation) => {
    await checkForAll(operation, ({ method, url }, { path }) => {
      expect(operationAt(method, url)).toEqual({ operation, path });
      expect(url.search + url.hash).toBe("");
    });
  });

  test.each(operations)("%s sends its interface's key as Bearer to its interface's address", async (operation) => {
    const isCampaign = operationOf(operation).interface === "campaign";
    await checkForAll(operation, ({ headers, url }) => {
      expect(headers.get("authorization")).toBe(`Bearer ${isCampaign ? campaignApiKey : apiKey}`);
      expect(url.origin).toBe(isCampaign ? "https://campaigns.test" : "https://interface.test");
    });
  });

  test.each(operations)("%s sends its input as the body that the document describes, or no body", async (operation) => {
    const schema = operationOf(operation).requestSchema;
    await checkForAll(operation, ({ headers, text }, { body }) => {
      if (schema === undefined) return expect([text, headers.get("content-type")]).toEqual(["", null]);
      const sent: unknown = JSON.parse(text);
      expect(headers.get("content-type")).toMatch(/^application\/json/);
      expect(problemsOf(schema, sent)).toEqual([]);
      expect(sent).toEqual(JSON.parse(JSON.stringify(body)));
    });
  });
});
