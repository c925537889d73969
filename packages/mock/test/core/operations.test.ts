import campaigns from "@call-analysis/sdk/campaigns.openapi.json" with { type: "json" };
import external from "@call-analysis/sdk/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import { operationNames } from "../../src/core/operations.js";

test("every operation of the documents has a name that faults, gates and overrides accept", () => {
  const operations = [...Object.values(external.paths), ...Object.values(campaigns.paths)].flatMap(
    (path) => Object.values(path) as { operationId?: string }[],
  );
  const ids = operations.flatMap(({ operationId }) => operationId ?? []);
  // The store's two operations are not paths of a document: they are at addresses that it returns.
  expect([...operationNames].sort()).toEqual([...ids, "readRecording", "uploadRecording"].sort());
});
