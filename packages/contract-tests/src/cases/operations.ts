/**
 * Cases that every operation has: its success, requests without a valid key, bodies and ids that must be rejected, and what belongs
 * to another organization.
 */
import type { MockService } from "@call-analysis/mock";
import { operations } from "@call-analysis/sdk/operations";
import { type Case, type CaseContext, type Faults, otherKeyOf } from "../case.ts";
import { contractOf, mismatches, operationIds } from "../contract.ts";
import { alterRequest, alterResponse, alterStatus, alterSuccess, type Fault, intercept } from "../fault.ts";
import { assert } from "../finding.ts";
import { isOfCampaigns, type OperationId } from "../operation.ts";
import { registerAgent, sampleRequests } from "../steps.ts";

/** A fault in each operation's success response. */
const faultsOfSuccess: Readonly<Record<OperationId, Faults>> = {
  listAgents: {
    "the agents of the list have no userId": alterSuccess("listAgents data[].userId", () => undefined),
    "the list of agents is not wrapped in data": alterSuccess("listAgents", (body) => Object(body).data),
    "the agents of the list have a field more": alterSuccess("listAgents data[].remarks", () => ""),
  },
  createAgent: { "an agent is created with 200": alterStatus("createAgent", { from: 201, to: 200 }) },
  updateAgent: {
    "an update returns id in place of memberId": alterSuccess("updateAgent data", (data) => {
      const { memberId: id, ...agent } = Object(data);
      return { id, ...agent };
    }),
  },
  deleteAgent: { "a deletion is wrapped in data": alterSuccess("deleteAgent", (data) => ({ data })) },
  createUploadUrl: {
    "the public address has no host": alterSuccess("createUploadUrl data.publicUrl", () => "/recordings/a.wav"),
  },
  createCall: { "a call is created with 201": alterStatus("createCall", { from: 202, to: 201 }) },
  getCallAnalysis: { "the score is a string": alterSuccess("getCallAnalysis data.analysis.score", String) },
  listCategories: {
    "the list of categories has a field beside data": alterSuccess("listCategories remarks", () => ""),
    "JSON has the content type of HTML": alterResponse(
      "listCategories",
      async (response) => new Response(await response.text(), { headers: { "content-type": "text/html" } }),
    ),
  },
  getCategory: {
    "the times of a category are in Indian time": alterSuccess("getCategory data.createdAt", (text) =>
      String(text).replace("Z", "+05:30"),
    ),
  },
  addProspect: { "the count is a text": alterSuccess("addProspect added_count", String) },
};

const keyFaults: Partial<Record<OperationId, Faults>> = {
  listAgents: {
    "the key may be sent without a scheme": intercept("listAgents", ({ headers }, forward) => {
      const authorization = headers.get("authorization") ?? "";
      return forward({ headers: { authorization: authorization.replace(/^(?!bearer )/i, "Bearer ") } });
    }),
  },
  createUploadUrl: { "no key is needed": withFirstKey("createUploadUrl", (authorization) => authorization === null) },
  listCategories: {
    "any key counts as the organization's key": withFirstKey("listCategories", (authorization) =>
      /^Bearer /.test(authorization ?? ""),
    ),
  },
  addProspect: {
    "the campaign interface needs no key": withFirstKey("addProspect", (authorization) => authorization === null),
  },
};

const bodyFaults: Partial<Record<OperationId, Faults>> = {
  createAgent: {
    "an agent needs no name": alterRequest("createAgent name", (name) => name ?? "Nobody"),
    "an e-mail may be any text": alterRequest("createAgent email", (email, { db }) =>
      email === "text" ? `text-${db.agents.list().length}@example.com` : email,
    ),
  },
  updateAgent: { "a name may be a number": alterRequest("updateAgent name", (name) => (name === 7 ? "7" : name)) },
  createUploadUrl: {
    "a file name may be a number": alterRequest("createUploadUrl filename", (name) => (name === 7 ? "7" : name)),
  },
};

const idFaults: Partial<Record<OperationId, Faults>> = {
  getCategory: { "an unknown category is answered with 500": alterStatus("getCategory", { from: 404, to: 500 }) },
  getCallAnalysis: { "an unknown call is answered with 200": alterStatus("getCallAnalysis", { from: 404, to: 200 }) },
};

/** The whole header, for each key that is not valid. */
const invalidCredentials: readonly ((apiKey: string) => string | null)[] = [
  () => null,
  () => "Bearer contract-tests-key-of-nobody",
  (apiKey) => `Basic ${apiKey}`,
  (apiKey) => apiKey,
  () => "Bearer",
];

/** Ids that the service never issued, with characters that are special in URLs, or have several bytes. */
const unknownIds = ["a b/c?d", "#%", "एक", "🙂", "x".repeat(200)];

/** The cases of each operation, in the specification's order. */
export const operationCases: readonly Case[] = operationIds.flatMap((operation) => [
  successCase(operation),
  keyCase(operation),
  ...(contractOf(operation).body ? [bodyCase(operation)] : []),
  ...(parameterOf(operation) === undefined ? [] : [unknownIdCase(operation)]),
  // Rule 2 of section 5 names no campaigns.
  ...(parameterOf(operation) === undefined || isOfCampaigns(operation) ? [] : [otherOrganizationCase(operation)]),
  ...(operation === "listAgents" || operation === "listCategories" ? [otherListCase(operation)] : []),
]);

function successCase(operation: OperationId): Case {
  const { spec, status = "success" } = contractOf(operation);
  return {
    ...basis(operation),
    name: `${operation} answers with ${status}, and with the fields of the specification alone`,
    tag: "documented",
    spec,
    async run(context) {
      await context.client.succeed(operation, await sampleRequests[operation](context));
    },
    faults: faultsOfSuccess[operation],
  };
}

function keyCase(operation: OperationId): Case {
  const row = errorRowOf(operation);
  return {
    ...basis(operation),
    name: `${operation} is rejected without a valid key`,
    tag: "negative",
    spec: `5. Authentication, rule ${isOfCampaigns(operation) ? 3 : 1}`,
    async run(context) {
      const request = await sampleRequests[operation](context);
      for (const authorizationOf of invalidCredentials) {
        const authorization = authorizationOf(context.target.apiKey);
        const { status } = await context.client.reject(operation, { ...request, authorization });
        context.observe({ row, expected: "401 without a valid key", isMet: status === 401 });
      }
    },
    faults: keyFaults[operation] ?? {},
  };
}

function bodyCase(operation: OperationId): Case {
  const { spec, body: schema } = contractOf(operation);
  return {
    ...basis(operation),
    name: `${operation} rejects a body that lacks a required field, or has one of another type`,
    tag: "negative",
    spec: `${spec}, body`,
    async run(context) {
      const { path = {}, body = {} } = await sampleRequests[operation](context);
      const changes = Object.keys(body).flatMap((field) =>
        [undefined, 7, "text", null, ["list"]].map((value) => ({ ...body, [field]: value })),
      );
      const invalid = changes.filter((changed) => schema && mismatches(schema, changed).some(isViolation));
      for (const changed of invalid) await context.client.reject(operation, { path, body: changed });
    },
    faults: bodyFaults[operation] ?? {},
  };
}

function unknownIdCase(operation: OperationId): Case {
  const row = errorRowOf(operation);
  return {
    ...basis(operation),
    name: `${operation} rejects ids that the service never issued`,
    tag: "negative",
    spec: contractOf(operation).spec,
    async run(context) {
      const request = await sampleRequests[operation](context);
      for (const id of [context.unique.unknownId(), ...unknownIds]) {
        const path = { ...request.path, [parameterOf(operation) ?? ""]: id };
        const { status } = await context.client.reject(operation, { ...request, path });
        context.observe({ row, expected: "404 for an unknown id", isMet: status === 404 });
      }
    },
    faults: idFaults[operation] ?? {},
  };
}

function otherOrganizationCase(operation: OperationId): Case {
  return {
    ...basis(operation),
    name: `${operation} rejects ids of another organization`,
    tag: "negative",
    spec: "5. Authentication, rule 2",
    needs: "other organization",
    async run(context) {
      const request = await sampleRequests[operation](context);
      await context.client.reject(operation, { ...request, authorization: `Bearer ${otherKeyOf(context)}` });
    },
    faults: { [`every organization can use ${operation} on what the first has`]: withFirstKey(operation, () => true) },
  };
}

function otherListCase(operation: "listAgents" | "listCategories"): Case {
  const idsIn = async ({ client }: CaseContext, authorization?: string) => {
    const { data } = await client.succeed(operation, authorization === undefined ? {} : { authorization });
    return data.map(({ id }) => id);
  };
  return {
    ...basis(operation),
    name: `${operation} shows another organization nothing of the first`,
    tag: "documented",
    spec: "5. Authentication, rule 2",
    needs: "other organization",
    async run(context) {
      await registerAgent(context);
      const [own, others] = [await idsIn(context), await idsIn(context, `Bearer ${otherKeyOf(context)}`)];
      assert(own.length > 0, { place: "data", expected: "one row at least" });
      const isOwn = !own.some((id) => others.includes(id));
      assert(isOwn, { place: "data[].id", expected: "what belongs to the key's organization" });
    },
    faults: { "every organization sees what the first has": withFirstKey(operation, () => true) },
  };
}

function basis(operation: OperationId): Pick<Case, "operation" | "needs"> {
  return { operation, ...(isOfCampaigns(operation) && { needs: "campaign" as const }) };
}

/** The parameter of an operation's path. No path has two. */
function parameterOf(operation: OperationId): string | undefined {
  return /\{(\w+)\}/.exec(operations[operation].path)?.[1];
}

/** The row about the statuses of an operation's errors. */
function errorRowOf(operation: OperationId): string {
  return isOfCampaigns(operation) ? "campaign-error-statuses" : "external-errors";
}

function isViolation({ kind }: { kind: string }): boolean {
  return kind === "violation";
}

/** Treats an operation's requests with certain authorizations as the first organization's. */
function withFirstKey(operation: OperationId, isTaken: (authorization: string | null) => boolean): Fault {
  return intercept(operation, ({ headers }, forward, service: MockService) => {
    if (!isTaken(headers.get("authorization"))) return forward();
    const authorization = `Bearer ${service.clientOptions().apiKey}`;
    return forward({ headers: { authorization, "content-type": "application/json" } });
  });
}
