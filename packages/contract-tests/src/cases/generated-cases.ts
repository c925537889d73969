/** Cases that fast-check generates from the document: what it allows is accepted, and what it does not is rejected. */
import fc from "fast-check";
import { type Case, observeStatus, type Tag, type UniqueValues } from "../case.ts";
import { arbitraryOf } from "../contract/arbitraries.ts";
import {
  documentedOperations,
  type JsonSchema,
  type OperationId,
  operationOf,
  schemaTable,
} from "../contract/openapi-document.ts";
import { problemsOf } from "../contract/schema-check.ts";
import { ContractViolation } from "../contract-violation.ts";
import { statedFieldsOf, statedFieldsOfSchema } from "../specification/stated-fields.ts";
import { sampleRequestFor } from "../steps/sample-request.ts";

type Body = Record<string, unknown>;

/** Letters, characters with a meaning in addresses, and characters of several bytes. */
const character = fc.oneof(
  fc.string({ minLength: 1, maxLength: 1 }),
  fc.constantFrom("/", "?", "#", "%", "é", "आ", "🙂"),
);
const contentType = fc.constantFrom("audio/wav", "audio/mpeg", "audio/mp4", "audio/webm;codecs=opus", "audio/x-m4a");
const days = fc.tuple(
  fc.integer({ min: 1971, max: 2037 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 28 }),
);

/** Up to three cases for each operation: valid requests, invalid bodies, and unknown ids. */
export const generatedCases: readonly Case[] = documentedOperations.flatMap(({ operationId, requestSchema, path }) => [
  validCase(operationId),
  ...(requestSchema === undefined ? [] : [invalidBodyCase(operationId, requestSchema)]),
  ...(path.includes("{") ? [unknownIdCase(operationId)] : []),
]);

function validCase(operation: OperationId): Case {
  // Reads leave nothing behind, and grants cost nothing.
  const { method, success } = operationOf(operation);
  const isHarmless = method === "GET" || operation === "createUploadUrl";
  return {
    ...caseOf(operation, isHarmless ? (success.isAssumed ? "assumed" : "documented") : "destructive"),
    statements: statementsOfSuccess(operation),
    name: `${operation} succeeds, with a response of its schema, for every request that the document allows`,
    async run(context) {
      const { client, unique, target } = context;
      const { path, body } = await sampleRequestFor(operation, context);
      const send = async (candidate?: Body) => {
        await client.expectSuccess(operation, { path, body: candidate });
      };
      if (!body) return send();
      await checkProperty(validBody(operation, body, unique), send, target.generatedInputs);
    },
  };
}

function invalidBodyCase(operation: OperationId, schema: string): Case {
  const { interface: ofInterface, method, path: template } = operationOf(operation);
  const statement = ofInterface === "campaign" ? "7.validation" : `4.${method} ${template}.body`;
  const fields = statedFieldsOfSchema(schema);
  return {
    ...caseOf(operation, "negative"),
    name: `${operation} rejects a body that lacks a required field, or has one of another type or length`,
    statements: [statement, ...fields.map((field) => field.statement)],
    async run(context) {
      const { path, body = {} } = await sampleRequestFor(operation, context);
      const changes = Object.entries(schemaTable[schema]?.properties ?? {}).flatMap(([field, ofField]) =>
        [undefined, 7, "text", null, ["list"], ...textsAtLimits(ofField)].map((value) => ({ ...body, [field]: value })),
      );
      const invalid = changes.filter(
        (candidate) => problemsOf(schema, JSON.parse(JSON.stringify(candidate))).length > 0,
      );
      for (const candidate of invalid) await context.client.expectRejection(operation, { path, body: candidate });
    },
  };
}

/** Texts that are one character too short or too long. */
export function textsAtLimits({ minLength = 0, maxLength }: JsonSchema): string[] {
  const lengths = [minLength - 1, ...(maxLength === undefined ? [] : [maxLength + 1])];
  return lengths.filter((length) => length >= 0).map((length) => "é".repeat(length));
}

function unknownIdCase(operation: OperationId): Case {
  const { method, path: template, interface: ofInterface } = operationOf(operation);
  const [, parameter = ""] = /\{(\w+)\}/.exec(template) ?? [];
  const isCampaign = ofInterface === "campaign";
  const assumption = isCampaign ? "campaign-error-statuses" : "external-errors";
  return {
    ...caseOf(operation, "negative"),
    name: `${operation} rejects ids that the service never issued`,
    statements: [`4.${method} ${template}${isCampaign ? "" : `.${parameter}`}`],
    async run(context) {
      const { client, target, unique } = context;
      const { body } = await sampleRequestFor(operation, context);
      const send = (id: string) => client.expectRejection(operation, { path: { [parameter]: id }, body });
      const { status } = await send(unique.unknownId());
      observeStatus(context, { assumption, situation: "for an unknown id", expected: 404, status });
      await checkProperty(unknownId(), async (id) => void (await send(id)), target.generatedInputs);
    },
  };
}

function caseOf(operation: OperationId, tag: Tag) {
  const isCampaign = operationOf(operation).interface === "campaign";
  return { operation, tag, ...(isCampaign && { needs: ["campaign"] as const }) };
}

/** What a response with its documented status and schema shows. */
function statementsOfSuccess(operation: OperationId): Case["statements"] {
  const { method, path, interface: ofInterface } = operationOf(operation);
  const fields = statedFieldsOf(operation);
  const wrapper = ofInterface === "external" ? ["2.wrapper"] : [];
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
function validBody(operation: OperationId, sample: Body, unique: UniqueValues): fc.Arbitrary<Body> {
  const schema = schemaTable[operationOf(operation).requestSchema ?? ""] ?? {};
  // Every request schema describes an object.
  const generated = arbitraryOf(schema, schemaTable) as fc.Arbitrary<Body>;
  return fc.tuple(generated, contentType, callDate()).map(([body, type, date]) => ({
    ...sample,
    ...body,
    ...("memberId" in body && { memberId: sample.memberId, categoryId: sample.categoryId }),
    ...("name" in body && { name: `n${body.name}` }),
    ...("email" in body && { email: unique.email(`${String(body.email).replace(/@.*/, "")}.`) }),
    ...("filename" in body && { filename: `${body.filename}.wav`, contentType: type }),
    ...("date" in body && { date }),
  }));
}

/** Every form of date that the specification accepts. @see section 4, Rules for Create call, 5 */
function callDate(): fc.Arbitrary<string> {
  const time = fc.constantFrom("", " 09:30", " 23:59");
  return fc.tuple(days, time, fc.nat(4)).map(([[year, month, day], suffix, form]) => {
    const [dd, mm] = [twoDigits(day), twoDigits(month)];
    const forms = [`${year}-${mm}-${dd}`, `${year}/${mm}/${dd}`, `${dd}-${mm}-${year}`, `${dd}/${mm}/${year}`];
    return form < forms.length ? `${forms[form]}${suffix}` : `${year}-${mm}-${dd}T10:00:00Z`;
  });
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
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
