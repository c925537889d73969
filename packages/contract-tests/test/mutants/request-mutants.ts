import {
  type DocumentedOperation,
  documentedOperations,
  type JsonSchema,
  resolvedSchema,
  schemaTable,
} from "../../src/contract/openapi-document.ts";
import { problemsOf, type SchemaProblem } from "../../src/contract/schema-check.ts";
import { parsedJson } from "../../src/recording-client.ts";
import { statedFieldsOfSchema } from "../../src/specification/stated-fields.ts";
import { type ApplyMutation, alterStatus, intercept, type Mutant, withJson } from "./mutant.ts";

/** A field that a body can have. */
interface BodyField {
  operation: DocumentedOperation;
  body: string;
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
  /** The statement about the field, and that of the body. */
  statements: readonly string[];
}

const bodyFields: readonly BodyField[] = documentedOperations.flatMap((operation) => {
  const { method, path, requestSchema: body } = operation;
  if (body === undefined) return [];
  const { properties = {}, required = [] } = schemaTable[body] ?? {};
  const stated = statedFieldsOfSchema(body);
  return Object.entries(properties).map(([name, field]) => {
    const ofField = stated.filter((one) => one.path === name).map(({ statement }) => statement);
    const statements = [`4.${method} ${path}.body`, ...ofField];
    return { operation, body, name, schema: resolvedSchema(field), isRequired: required.includes(name), statements };
  });
});

const acceptedBodies: readonly Mutant[] = bodyFields.flatMap((field) => {
  const { operation, name, schema, isRequired, statements } = field;
  const hasForm = [schema.format, schema.enum, schema.minLength, schema.maxLength].some((limit) => limit !== undefined);
  const kinds: SchemaProblem["found"][] = ["another type", ...(isRequired ? (["missing"] as const) : [])];
  return [...kinds, ...(hasForm ? (["another form"] as const) : [])].map((found) => ({
    name: `${operation.operationId} accepts a body in which ${name} ${found === "missing" ? "is" : "has"} ${found}`,
    statements,
    apply: acceptBodies(field, found),
  }));
});

/** Answers a body with one problem of a field with the document's example of a success. */
function acceptBodies({ operation, body, name }: BodyField, found: SchemaProblem["found"]): ApplyMutation {
  const { operationId, success } = operation;
  return intercept(operationId, async ({ init }, forward) => {
    const response = await forward();
    const problems = problemsOf(body, parsedJson(String(init.body)));
    const isAccepted = problems.some((problem) => problem.field === name && problem.found === found);
    return isAccepted && !response.ok ? withJson(response, success.example, success.status) : response;
  });
}

const refusedBodies: readonly Mutant[] = bodyFields.flatMap(
  ({ operation: { operationId }, name, schema, statements }) => {
    const lengths = [schema.minLength, schema.maxLength].filter((length) => length !== undefined && length > 0);
    return [...(schema.enum ?? []), ...lengths].map((limit) => ({
      name: `${operationId} refuses ${typeof limit === "number" ? `${limit} characters` : limit} as ${name}`,
      statements: statements.slice(0, 1),
      apply: intercept(operationId, async ({ init }, forward) => {
        const value: unknown = Reflect.get(Object(parsedJson(String(init.body))), name);
        const isRefused = [value, [...String(value)].length].includes(limit);
        return isRefused ? Response.json({ detail: "refused" }, { status: 400 }) : forward();
      }),
    }));
  },
);

const otherStatusesOfUnknownIds: readonly Mutant[] = documentedOperations.flatMap((operation) => {
  const { operationId, method, path, parameters, success } = operation;
  const statements = parameters.map((parameter) => `4.${method} ${path}.${parameter}`);
  const others = parameters.length > 0 ? [400, 500, success.status] : [];
  return others.map((status) => ({
    name: `${operationId} answers an unknown id with ${status}`,
    statements,
    apply: alterStatus(operationId, { from: 404, to: status }),
  }));
});

/** Mutants of what operations are sent, which follow from the document: bodies, and the ids of paths. */
export const requestMutants: readonly Mutant[] = [...acceptedBodies, ...refusedBodies, ...otherStatusesOfUnknownIds];
