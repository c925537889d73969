import { type Operation, operations } from "@call-analysis/sdk/operations";
import { expect, onTestFinished, test } from "vitest";
import type { OperationName } from "../../src/core/operations.js";
import type { DomainDependencies } from "../../src/domain/dependencies.js";
import type { Recordings } from "../../src/domain/recordings.js";
import { RequestAttributesReader } from "../../src/domain/request-attributes.js";
import { createStore } from "../../src/store/store.js";

test.each([
  ["/calls/{id}/notes", { callId: "x_1" }],
  ["/calls/{callId}/notes", { callId: "x_1" }],
  ["/agents/{id}/notes", { memberId: "x_1" }],
  ["/categories/{id}/notes", {}],
])("a request to %s is about what the part of the path before the id says", (path, about) => {
  const table: Record<string, Operation> = operations;
  table.addNote = { method: "POST", path, repeat: "unprocessed" };
  onTestFinished(() => void delete table.addNote);
  const reader = new RequestAttributesReader({ store: createStore() } as DomainDependencies, {} as Recordings);
  const identity = { operation: "addNote" as OperationName, method: "POST", path: "/v1", organizationId: null };
  const [, name = ""] = /\{(\w+)\}/.exec(path) ?? [];
  const attributes = reader.read(identity, { params: { [name]: "x_1" }, body: {} });
  expect(attributes).toEqual({ [name]: "x_1", ...about, ...identity });
});
