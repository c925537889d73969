import campaigns from "@call-analysis/sdk/campaigns.openapi.json" with { type: "json" };
import external from "@call-analysis/sdk/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import { operations } from "../../src/contract/operations.js";

interface DocumentedOperation {
  operationId: string;
  description?: string;
}

const methods = ["get", "put", "post", "patch", "delete"] as const;

const paths = [...Object.entries(external.paths), ...Object.entries(campaigns.paths)];

const documented = paths.flatMap(([path, item]) =>
  methods
    .filter((method) => method in item)
    .map((method) => ({ path, method: method.toUpperCase(), ...(Reflect.get(item, method) as DocumentedOperation) })),
);

test("the client's table of operations is that of the documents", () => {
  const ofClient = Object.entries(operations).map(([operationId, { method, path }]) => ({ operationId, method, path }));
  const ofDocument = documented.map(({ operationId, method, path }) => ({ operationId, method, path }));
  const advice = "Mend the row in packages/sdk/src/contract/operations.ts.";
  expect(ofClient, advice).toEqual(expect.arrayContaining(ofDocument));
  expect(ofClient, advice).toHaveLength(ofDocument.length);
});

test("what adds something is sent again only if nothing was processed; an upload's address costs nothing", () => {
  for (const [id, { method, repeat }] of Object.entries(operations)) {
    const adds = method === "POST" && id !== "createUploadUrl";
    expect([id, repeat]).toEqual([id, adds ? "unprocessed" : "always"]);
  }
  expect(operations.createCall).toMatchObject({ isBilled: true });
});

test("the first address of each interface is concrete, for tools that know no variables", () => {
  for (const { servers } of [external, campaigns]) {
    expect(URL.canParse(servers[0]?.url ?? "")).toBe(true);
    expect(servers[0]?.url).not.toContain("{");
  }
});

test("every operation of the interface needs the bearer, and the signed PUT has none", () => {
  expect([external.security, campaigns.security]).toEqual([[{ apiKey: [] }], [{ apiKey: [] }]]);
  expect(external.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
  expect(external.components.pathItems.SignedUpload.put.security).toEqual([]);
});
