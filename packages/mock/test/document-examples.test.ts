import external from "@call-analysis/sdk/openapi.json";
import { operations } from "@call-analysis/sdk/operations";
import { createValidator } from "@call-analysis/sdk/schemas";
import { expect, test } from "vitest";
import { createMockService, type MockService, type MockServiceOptions } from "../src/index.js";
import { ask } from "./support/ask.js";
import { documentRequests as requests } from "./support/document-requests.js";
import { known } from "./support/flow.js";

type OperationId = keyof typeof operations;

const issuesOf = createValidator();

/** Policies by which responses have other forms, which the contract allows as well. */
const otherPolicies = {
  beforeCompletion: "absent",
  missingUdfs: "null",
  durationUnit: "milliseconds",
  scoreScale: "points",
  undocumentedFields: "null",
} as const;

const changing = requests.filter(({ request }) => !request.startsWith("GET "));
const callRequest = requests.find(({ operationId }) => operationId === "createCall");

/** A demo in which the call of the examples exists, when the operation is about it. */
async function demoFor(operationId: string, options?: MockServiceOptions): Promise<MockService> {
  const service = createMockService(options);
  const { path } = operations[operationId as OperationId];
  if (path.startsWith("/calls/{") && callRequest) await ask(service, callRequest.request, callRequest);
  return service;
}

test("the documents have an example of a request for each operation", () => {
  expect([...new Set(requests.map(({ operationId }) => operationId))].sort()).toEqual(Object.keys(operations).sort());
  for (const { request } of requests) expect(request).not.toMatch(/[{}]|undefined/);
});

test.each([{}, otherPolicies])(
  "one demo accepts all examples one after the other, and answers by the contract, with the policies %o",
  async (policies) => {
    const service = createMockService({ policies });
    for (const { operationId, request, body, success } of requests) {
      const reply = await ask(service, request, { body });
      const problems = issuesOf(operationId as OperationId, reply.body);
      expect([operationId, reply.status, problems]).toEqual([operationId, success, []]);
    }
  },
);

test.each(changing.map((each) => [each.operationId, each] as const))(
  "what an example of %s changes is in a snapshot, is restored from it, and is gone after a reset",
  async (operationId, { request, body, success }) => {
    const options = { clock: { startAt: "2026-01-31T10:00:00Z" } };
    const service = await demoFor(operationId, options);
    const rows = () => service.snapshot().organizations;
    const before = rows();
    expect((await ask(service, request, { body })).status).toBe(success);
    const after = service.snapshot();
    expect(after.organizations, `${operationId} changed nothing: its rule is in src/domain`).not.toEqual(before);
    service.reset();
    expect(rows()).toEqual(createMockService(options).snapshot().organizations);
    service.restore(after);
    expect(rows()).toEqual(after.organizations);
  },
);

test("the example of an analysis is what the demo answers about the call of the examples", async () => {
  // The specification does not show their shape, so the document shows none.
  const service = await demoFor("getCallAnalysis", { policies: { undocumentedFields: "null" } });
  service.engine.settle();
  const read = requests.find(({ operationId }) => operationId === "getCallAnalysis");
  const { body } = await ask(service, read?.request ?? "GET ", {});
  expect(external.components.examples.CompletedAnalysis.value).toEqual(body);
});

test.each(changing.map((each) => [each.operationId, each] as const))(
  "the document shows for %s what a fresh demo answers to the example of its request, but for times and signatures",
  async (operationId, { request, body, response }) => {
    const reply = await ask(await demoFor(operationId), request, { body });
    const advice = `Change the example of ${operationId} in openapi/call-analysis.yaml, or the route in src/api.`;
    expect(timeless(reply.body), advice).toEqual(timeless(response));
  },
);

/** A copy of JSON whose timestamps and signatures are left out. */
function timeless(json: unknown): unknown {
  const text = JSON.stringify(json).replace(/\?[^"]*signature=[^"]*/gi, "?…");
  return JSON.parse(text.replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"a time"'));
}

test("the examples of lists and of a category have the ids of the demo", () => {
  const { AgentList, CategoryDetail } = external.components.examples;
  const { agent, category } = known(createMockService());
  const { createdAt: _, ...listed } = AgentList.value.data[0] ?? {};
  expect(agent).toMatchObject(listed);
  const { id, name } = CategoryDetail.value.data;
  expect(category).toMatchObject({ id, name });
});
