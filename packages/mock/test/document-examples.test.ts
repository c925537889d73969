import campaigns from "@call-analysis/sdk/campaigns.openapi.json";
import external from "@call-analysis/sdk/openapi.json";
import { operations } from "@call-analysis/sdk/operations";
import { createValidator } from "@call-analysis/sdk/schemas";
import { expect, test } from "vitest";
import { createMockService, type MockService, type MockServiceOptions } from "../src/index.js";
import { ask } from "./support/ask.js";
import { known } from "./support/flow.js";

interface Reference {
  $ref: string;
}

interface Content {
  content: { "application/json": { examples: Record<string, Reference> } };
}

interface Operation {
  operationId: string;
  requestBody?: Content;
  responses: Record<string, Content>;
}

/** A request as a document shows it. */
interface ExampleRequest {
  operationId: string;
  example: string;
  request: `${string} ${string}`;
  body: unknown;
  success: number;
  /** The first response that the document shows for its success. */
  response: unknown;
}

type OperationId = keyof typeof operations;

const issuesOf = createValidator();

/** Policies by which responses have other forms, which the contract allows as well. */
const otherPolicies = {
  analysisBeforeCompletion: "absent",
  unknownMetadata: "absent",
  missingUdfs: "null",
  durationUnit: "milliseconds",
  metadataDate: "date",
  scoreScale: "points",
  extractions: "null",
  callObservations: "null",
  areasForImprovement: "null",
} as const;

const components = {
  parameters: { ...external.components.parameters, ...campaigns.components.parameters },
  examples: { ...external.components.examples, ...campaigns.components.examples },
};

function isDeletion({ request }: ExampleRequest): boolean {
  return request.startsWith("DELETE ");
}

/** The requests of one interface, one for each example of a body, in the order of the document. */
function requestsOf(document: { paths: Record<string, object>; servers: { url: string }[] }): ExampleRequest[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries<Operation>(Object(item))
      .filter(([, { operationId }]) => operationId)
      .flatMap(([method, operation]) => {
        const path = withExamples(template, Reflect.get(item, "parameters") ?? []);
        const request = `${method.toUpperCase()} ${document.servers[0]?.url}${path}` as const;
        const [status = ""] = Object.keys(operation.responses);
        const [shown] = Object.values(operation.responses[status]?.content["application/json"].examples ?? {});
        const [success, response] = [Number(status), shown && Reflect.get(componentOf(shown), "value")];
        const examples = operation.requestBody?.content["application/json"].examples ?? { none: undefined };
        return Object.entries(examples).map(([example, reference]) => {
          const body = reference && Reflect.get(componentOf(reference), "value");
          return { operationId: operation.operationId, example, request, body, success, response };
        });
      }),
  );
}

function withExamples(template: string, parameters: Reference[]): string {
  return parameters
    .map((reference) => componentOf(reference) as { name: string; example: string })
    .reduce((path, { name, example }) => path.replace(`{${name}}`, encodeURIComponent(example)), template);
}

function componentOf({ $ref }: Reference): object {
  const [, , kind = "", name = ""] = $ref.split("/");
  return Reflect.get(Reflect.get(components, kind), name);
}

const inOrder = [...requestsOf(external), ...requestsOf(campaigns)];
/** What an example is about must be there: deletions come last, wherever the documents have them. */
const requests = inOrder.sort((one, other) => Number(isDeletion(one)) - Number(isDeletion(other)));
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
    expect(after.organizations).not.toEqual(before);
    service.reset();
    expect(rows()).toEqual(createMockService(options).snapshot().organizations);
    service.restore(after);
    expect(rows()).toEqual(after.organizations);
  },
);

test("the example of an analysis is what the demo answers about the call of the examples", async () => {
  // The specification does not show their shape, so the document shows none.
  const policies = { callObservations: "null", areasForImprovement: "null", extractions: "null" } as const;
  const service = await demoFor("getCallAnalysis", { policies });
  service.engine.settle();
  const read = requests.find(({ operationId }) => operationId === "getCallAnalysis");
  const { body } = await ask(service, read?.request ?? "GET ", {});
  expect(external.components.examples.CompletedAnalysis.value).toEqual(body);
});

test.each(changing.map((each) => [each.operationId, each] as const))(
  "the document shows for %s what a fresh demo answers to the example of its request, but for times and signatures",
  async (operationId, { request, body, response }) => {
    const reply = await ask(await demoFor(operationId), request, { body });
    const advice = `Change the example of ${operationId} in openapi/call-analysis.yaml.`;
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
