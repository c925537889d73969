import document from "@call-analysis/sdk/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import { operations } from "../../src/http/operations.js";

interface DocumentedOperation {
  operationId: string;
  description?: string;
  requestBody?: { content: Record<string, { examples?: object }> };
  responses: Record<string, unknown>;
}

const methods = ["get", "put", "post", "patch", "delete"] as const;

const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  methods
    .filter((method) => method in item)
    .map((method) => ({ path, method: method.toUpperCase(), ...(Reflect.get(item, method) as DocumentedOperation) })),
);

test("the document has the ten operations of the specification's section 4", () => {
  const lines = documented.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`);
  expect(lines.sort()).toEqual([
    "addProspect: POST /v1/campaigns/{campaign_id}/prospects-zap",
    "createAgent: POST /agents",
    "createCall: POST /calls",
    "createUploadUrl: POST /calls/presigned-url",
    "deleteAgent: DELETE /agents/{id}",
    "getCallAnalysis: GET /calls/{callId}/analysis",
    "getCategory: GET /categories/{categoryId}",
    "listAgents: GET /agents",
    "listCategories: GET /categories",
    "updateAgent: PATCH /agents/{id}",
  ]);
});

test("the client's table of operations is the document's", () => {
  const ofClient = Object.entries(operations).map(([operationId, { method, path }]) => ({ operationId, method, path }));
  const ofDocument = documented.map(({ operationId, method, path }) => ({ operationId, method, path }));
  expect(ofClient).toEqual(expect.arrayContaining(ofDocument));
  expect(ofClient).toHaveLength(ofDocument.length);
});

test("success has the statuses of the specification's section 7: 201 for a created agent, 202 for a created call, else 200", () => {
  const success = Object.fromEntries(
    documented.map(({ operationId, responses }) => [
      operationId,
      Object.keys(responses).filter((status) => status !== "default"),
    ]),
  );
  const { createAgent, createCall, ...others } = success;
  expect(createAgent).toEqual(["201"]);
  expect(createCall).toEqual(["202"]);
  for (const statuses of Object.values(others)) expect(statuses).toEqual(["200"]);
});

test("every JSON request body has an example", () => {
  for (const { requestBody } of documented) {
    if (requestBody) expect(requestBody.content["application/json"]?.examples).toBeDefined();
  }
});

test("the external interface's base ends with v1, and the campaign interface has servers of its own", () => {
  expect(document.servers[0]?.url).toMatch(/\/v1$/);
  const campaign = document.paths["/v1/campaigns/{campaign_id}/prospects-zap"];
  expect(campaign.servers[0]?.url).not.toMatch(/\/v1$/);
});

test("every operation of the interface needs the bearer, and the signed PUT has none", () => {
  expect(document.security).toEqual([{ apiKey: [] }]);
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
  expect(document.components.pathItems.SignedUpload.put.security).toEqual([]);
});
