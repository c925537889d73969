/**
 * Cases that follow from the document for each operation: what it allows is accepted, by requests that fast-check generates,
 * and what it does not is rejected. So are ids of others, and keys that are not valid.
 */
import fc from "fast-check";
import { type Case, type CaseContext, observeStatus, otherKeyOf, type Tag, type UniqueValues } from "../case.ts";
import { arbitraryOf } from "../contract/arbitraries.ts";
import {
  type DocumentedOperation,
  documentedOperations,
  type JsonSchema,
  resolvedSchema,
  schemaTable,
} from "../contract/openapi-document.ts";
import { dataOf } from "../contract/response-check.ts";
import { problemsOf } from "../contract/schema-check.ts";
import { assert, ContractViolation } from "../contract-violation.ts";
import type { CaseRequestOptions } from "../recording-client.ts";
import { statedFieldsOf, statedFieldsOfSchema } from "../specification/stated-fields.ts";
import { registerAgent } from "../steps/organization.ts";
import { sampleRequestFor } from "../steps/sample-request.ts";
import type { Target } from "../targets/target.ts";
import { idsOfCreationCases, repeatedValuesCases } from "./answer-cases.ts";
import { dayForms } from "./call-dates.ts";

type Body = Record<string, unknown>;

/** Letters, characters with a meaning in addresses, and characters of several bytes. */
const character = fc.oneof(
  fc.string({ minLength: 1, maxLength: 1 }),
  fc.constantFrom("/", "?", "#", "%", "é", "आ", "🙂"),
);
const contentType = fc.constantFrom("audio/wav", "audio/mpeg", "audio/mp4", "audio/webm;codecs=opus", "audio/x-m4a");
const days = fc.record({
  year: fc.integer({ min: 1971, max: 2037 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
});

const invalidCredentials: Record<string, (target: Target) => CaseRequestOptions> = {
  "without a key": () => ({ key: null }),
  "with an unknown key": () => ({ key: "contract-tests-key-of-nobody" }),
  "with a key that is not called Bearer": ({ apiKey }) => ({ authorization: `Basic ${apiKey}` }),
  "with a key that has no scheme": ({ apiKey }) => ({ authorization: apiKey }),
  "with an empty key": () => ({ authorization: "Bearer" }),
};

/** For each operation: valid requests, what its answer repeats, ids of what it creates, invalid bodies, unknown ids, ids of another organization, invalid keys. */
export const generatedCases: readonly Case[] = documentedOperations.flatMap((operation) => [
  validCase(operation),
  ...[...repeatedValuesCases(operation), ...idsOfCreationCases(operation)].map((one) => ({
    ...caseOf(operation, operation.success.isAssumed ? "assumed" : "documented"),
    ...one,
  })),
  ...(operation.requestSchema === undefined ? [] : [invalidBodyCase(operation, operation.requestSchema)]),
  ...operation.parameters.map((parameter) => unknownIdCase(operation, parameter)),
  ...(isOfOneOrganization(operation) ? [otherOrganizationCase(operation)] : []),
  ...(isOrganizationsList(operation) ? [otherListCase(operation)] : []),
  ...Object.entries(invalidCredentials).map(([what, credentials]) => invalidKeyCase(operation, { what, credentials })),
]);

function validCase(operation: DocumentedOperation): Case {
  const { operationId, method, success } = operation;
  // Reads leave nothing behind, and grants cost nothing.
  const isHarmless = method === "GET" || operationId === "createUploadUrl";
  return {
    ...caseOf(operation, isHarmless ? (success.isAssumed ? "assumed" : "documented") : "destructive"),
    statements: statementsOfSuccess(operation),
    name: `${operationId} succeeds, with a response of its schema, for every request that the document allows`,
    async run(context) {
      const { client, unique, target } = context;
      const { path, body } = await sampleRequestFor(operationId, context);
      const send = async (candidate?: Body) => {
        await client.expectSuccess(operationId, { path, body: candidate });
      };
      if (!body) return send();
      await checkProperty(validBody(operation, body, unique), send, target.generatedInputs);
    },
  };
}

function invalidBodyCase(operation: DocumentedOperation, schema: string): Case {
  const { operationId, method, path: template } = operation;
  const fields = statedFieldsOfSchema(schema);
  return {
    ...caseOf(operation, "negative"),
    name: `${operationId} rejects a body that lacks a required field, or has one of another type or length`,
    statements: [`4.${method} ${template}.body`, ...fields.map((field) => field.statement)],
    async run(context) {
      const { path, body = {} } = await sampleRequestFor(operationId, context);
      const changes = Object.entries(schemaTable[schema]?.properties ?? {}).flatMap(([field, ofField]) =>
        [undefined, 7, "text", null, ["list"], ...textsBeyond(resolvedSchema(ofField))].map((value) => ({
          ...body,
          [field]: value,
        })),
      );
      const invalid = changes.filter(
        (candidate) => problemsOf(schema, JSON.parse(JSON.stringify(candidate))).length > 0,
      );
      for (const candidate of invalid) await context.client.expectRejection(operationId, { path, body: candidate });
    },
  };
}

/** Texts that are one character too short or too long. */
export function textsBeyond({ minLength = 0, maxLength }: JsonSchema): string[] {
  const lengths = [minLength - 1, ...(maxLength === undefined ? [] : [maxLength + 1])];
  return lengths.filter((length) => length >= 0).map((length) => "é".repeat(length));
}

function unknownIdCase(operation: DocumentedOperation, parameter: string): Case {
  const { operationId, method, path: template, responseSchemas } = operation;
  const documented = ["404", "400"].find((status) => status in responseSchemas);
  return {
    ...caseOf(operation, "negative"),
    name: `${operationId} rejects ids that the service never issued`,
    statements: [`4.${method} ${template}.${parameter}`],
    async run(context) {
      const { client, target, unique } = context;
      const { path, body } = await sampleRequestFor(operationId, context);
      const send = (id: string) => client.expectRejection(operationId, { path: { ...path, [parameter]: id }, body });
      const { status, json } = await send(unique.unknownId());
      if (documented === undefined) {
        observeStatus(context, { assumption: rowOfErrors(operation), expected: "404 for an unknown id", status });
      } else assert(String(status) === documented, `${operationId} answers an unknown id with ${documented}.`, json);
      await checkProperty(unknownId(), async (id) => void (await send(id)), target.generatedInputs);
    },
  };
}

/** Whether an operation's path has the id of what belongs to an organization. Rule 2 of section 5 names no campaigns. */
function isOfOneOrganization(operation: DocumentedOperation): boolean {
  return operation.parameters.length > 0 && !isCampaign(operation);
}

function otherOrganizationCase(operation: DocumentedOperation): Case {
  const { operationId } = operation;
  return {
    ...caseOf(operation, "negative"),
    name: `${operationId} rejects ids of another organization`,
    statements: ["5.2"],
    needs: ["other organization"],
    async run(context) {
      const sample = await sampleRequestFor(operationId, context);
      await context.client.expectRejection(operationId, { ...sample, key: otherKeyOf(context) });
    },
  };
}

/** Whether an operation lists what an organization has. */
function isOrganizationsList({ parameters, success, ...operation }: DocumentedOperation): boolean {
  return parameters.length === 0 && Array.isArray(dataOf({ json: success.example })) && !isCampaign(operation);
}

function otherListCase(operation: DocumentedOperation): Case {
  const { operationId, method, path } = operation;
  return {
    ...caseOf(operation, "documented"),
    name: `${operationId} shows another organization nothing of the first`,
    statements: ["5.2", `4.${method} ${path}`],
    needs: ["other organization"],
    async run(context) {
      await registerAgent(context);
      const [own, others] = [await idsIn(context), await idsIn(context, otherKeyOf(context))];
      assert(own.length > 0, "The organization has something in the list.");
      assert(!own.some((id) => others.includes(id)), "The list has what belongs to the key's organization only.");
    },
  };

  async function idsIn({ client }: CaseContext, key?: string): Promise<unknown[]> {
    const response = await client.expectSuccess(operationId, key === undefined ? {} : { key });
    return [dataOf({ json: response })].flat().map((row) => Reflect.get(Object(row), "id"));
  }
}

/** No operation works without a valid key. @see the specification's section 5, rules 1 and 3 */
function invalidKeyCase(
  operation: DocumentedOperation,
  { what, credentials }: { what: string; credentials: (target: Target) => CaseRequestOptions },
): Case {
  const { operationId } = operation;
  return {
    ...caseOf(operation, "negative"),
    name: `${operationId} is rejected ${what}`,
    statements: [isCampaign(operation) ? "5.3" : "5.1"],
    async run(context) {
      const sample = await sampleRequestFor(operationId, context);
      const request = { ...sample, ...credentials(context.target) };
      const { status } = await context.client.expectRejection(operationId, request);
      observeStatus(context, { assumption: rowOfErrors(operation), expected: "401 without a valid key", status });
    },
  };
}

function caseOf(operation: DocumentedOperation, tag: Tag): Pick<Case, "operation" | "tag" | "needs"> {
  return { operation: operation.operationId, tag, ...(isCampaign(operation) && { needs: ["campaign"] }) };
}

function isCampaign(operation: Pick<DocumentedOperation, "interface">): boolean {
  return operation.interface === "campaign";
}

/** The row of `ASSUMPTIONS.md` about the statuses of an operation's errors. */
function rowOfErrors(operation: DocumentedOperation): string {
  return isCampaign(operation) ? "campaign-error-statuses" : "external-errors";
}

/** What a response with its documented status and schema shows. */
function statementsOfSuccess(operation: DocumentedOperation): Case["statements"] {
  const { operationId, method, path } = operation;
  const fields = statedFieldsOf(operationId);
  const wrapper = isCampaign(operation) ? [] : ["2.wrapper"];
  const timestamps = fields.some((field) => field.path.endsWith("edAt")) ? ["2.timestamps"] : [];
  const ofFields = new Set(fields.map(({ statement }) => statement));
  return [`4.${method} ${path}`, "7.success", "4.json.responses", ...wrapper, ...timestamps, ...ofFields];
}

/** Any text that an address can carry as one segment of its path. */
function unknownId(): fc.Arbitrary<string> {
  return fc.string({ minLength: 1, unit: character }).filter((id) => id !== "." && id !== "..");
}

/**
 * Bodies that the document's schema allows, and that obey the rules that no schema can express.
 *
 * @param sample a body that the service accepts: its ids are kept, and it supplies fields that are not generated
 */
function validBody({ requestSchema }: DocumentedOperation, sample: Body, unique: UniqueValues): fc.Arbitrary<Body> {
  const schema = schemaTable[requestSchema ?? ""] ?? {};
  // Every request schema describes an object.
  const generated = arbitraryOf(schema, schemaTable) as fc.Arbitrary<Body>;
  return fc.tuple(generated, contentType, callDate()).map(([body, type, date]) => ({
    ...sample,
    ...body,
    ...assumedFieldsOf(schema, sample),
    ...("memberId" in body && { memberId: sample.memberId, categoryId: sample.categoryId }),
    ...("name" in body && { name: `n${body.name}` }),
    ...("email" in body && { email: unique.email(`${String(body.email).replace(/@.*/, "")}.`) }),
    ...("filename" in body && { filename: `${body.filename}.wav`, contentType: type }),
    ...("date" in body && { date }),
  }));
}

/** The sample's fields of which the document only assumes what they may have. */
function assumedFieldsOf({ properties = {} }: JsonSchema, sample: Body): Body {
  const isAssumed = (name: string) =>
    [properties[name], resolvedSchema(properties[name] ?? {})].some((schema) => schema?.["x-provenance"] === "assumed");
  return Object.fromEntries(Object.entries(sample).filter(([name]) => isAssumed(name)));
}

/** A day in every form, with a time or without, and a timestamp. */
function callDate(): fc.Arbitrary<string> {
  const time = fc.constantFrom("", " 09:30", " 23:59");
  return fc.tuple(days, time, fc.nat(4)).map(([day, suffix, form]) => {
    const forms = Object.values(dayForms(day));
    return form < forms.length ? `${forms[form]}${suffix}` : `${forms[0]}T10:00:00Z`;
  });
}

/**
 * Checks a property for generated inputs, and shrinks the first input that fails.
 *
 * @param count how many inputs are tried
 * @throws {ContractViolation} with the property's own statement; the generated input is in `actual`
 */
async function checkProperty<Input>(
  inputs: fc.Arbitrary<Input>,
  property: (input: Input) => Promise<void>,
  count: number,
): Promise<void> {
  const result = await fc.check(fc.asyncProperty(inputs, property), { numRuns: count });
  const { failed, errorInstance: error, counterexample, seed } = result;
  if (!failed) return;
  if (!(error instanceof ContractViolation)) throw error ?? new Error("Too few inputs could be generated.");
  const { message, place, actual } = error;
  throw new ContractViolation(message, {
    ...(place === undefined ? {} : { place }),
    actual: { counterexample, seed, actual },
  });
}
