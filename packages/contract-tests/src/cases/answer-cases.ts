/** Cases that follow from what an operation's request and response have in common, and from the limits of its body. */
import { isDeepStrictEqual } from "node:util";
import type { Case, CaseContext } from "../case.ts";
import { type DocumentedOperation, resolvedSchema, schemaTable } from "../contract/openapi-document.ts";
import { assert } from "../contract-violation.ts";
import { idsOfCreation, repeatedFieldsOf } from "../specification/repeated-fields.ts";
import { isFreeText, type SampleRequest, sampleRequestFor } from "../steps/sample-request.ts";

type AnswerCase = Pick<Case, "name" | "statements" | "run">;

/** Characters of a text that an answer repeats, where the document has no limit. */
const ordinaryLength = 64;

/** The answer repeats what was sent, and what is as long as it may be, or any of the allowed words, is accepted. */
export function repeatedValuesCases(operation: DocumentedOperation): AnswerCase[] {
  const { operationId, method, path } = operation;
  const repeated = repeatedFieldsOf(operation);
  const turns = Math.max(0, ...Object.values(limitsOf(operation)).map((values) => values.length));
  if (repeated.length + turns === 0) return [];
  const names = new Intl.ListFormat("en-GB").format(repeated.map(({ name }) => name));
  const [answer, limits] = [`answers with the ${names} of its request`, "at the limits of its schema"];
  const says = repeated.length === 0 ? `accepts values ${limits}` : turns === 0 ? answer : `${answer}, also ${limits}`;
  const address = `4.${method} ${path}`;
  return [
    {
      name: `${operationId} ${says}`,
      statements: [turns === 0 ? address : `${address}.body`, ...repeated.map(({ statement }) => statement)],
      async run(context) {
        for (let turn = 0; turn === 0 || turn < turns; turn += 1) {
          const sent = await requestAtLimits(operation, { context, turn });
          const response: unknown = await context.client.expectSuccess(operationId, sent);
          for (const { name, place, sentIn } of repeated) {
            const returned = valueAt(response, place);
            const isRepeated = isDeepStrictEqual(returned, sent[sentIn]?.[name]);
            assert(isRepeated, `The response has the ${name} of the request.`, returned);
          }
        }
      },
    },
  ];
}

/** What is created by two requests has two ids. */
export function idsOfCreationCases(operation: DocumentedOperation): AnswerCase[] {
  const { operationId } = operation;
  const [own, ...others] = idsOfCreation(operation);
  if (!own) return [];
  return [
    {
      name: `each ${operationId} answers with another ${own.name}, and no id is empty`,
      statements: [own.statement, ...others.map(({ statement }) => statement)],
      async run(context) {
        const create = async (turn: number): Promise<unknown> =>
          context.client.expectSuccess(operationId, await requestAtLimits(operation, { context, turn }));
        const [one, other] = [await create(0), await create(1)];
        assert(valueAt(one, own.place) !== valueAt(other, own.place), `Two creations have a different ${own.name}.`);
        for (const { name, place } of [own, ...others]) assert(valueAt(one, place) !== "", `The ${name} is not empty.`);
      },
    },
  ];
}

/** A request that the document allows. Each of its fields with limits has the value whose turn it is. */
async function requestAtLimits(
  operation: DocumentedOperation,
  { context, turn }: { context: CaseContext; turn: number },
): Promise<SampleRequest> {
  const sample = await sampleRequestFor(operation.operationId, context);
  const limits = limitsOf(operation, context.unique.name());
  const values = Object.entries(limits).map(([name, values]) => [name, values[turn % values.length]]);
  return sample.body ? { ...sample, body: { ...sample.body, ...Object.fromEntries(values) } } : sample;
}

/** By the body's fields that have them: all words, both booleans, the longest and the shortest text. */
function limitsOf(operation: DocumentedOperation, text = ""): Record<string, readonly unknown[]> {
  const repeated = new Set(repeatedFieldsOf(operation).map(({ name }) => name));
  const properties = Object.entries(schemaTable[operation.requestSchema ?? ""]?.properties ?? {});
  const fields = properties.map(([name, field]): [string, readonly unknown[]] => {
    const schema = resolvedSchema(field);
    if (schema.enum) return [name, schema.enum];
    if (schema.type === "boolean") return [name, [true, false]];
    if (!isFreeText(name, schema)) return [name, []];
    const { minLength = 0, maxLength = repeated.has(name) ? ordinaryLength : 0 } = schema;
    const lengths = [maxLength, minLength].filter((length) => length > 0);
    return [name, lengths.map((length) => [...text.padEnd(length, "é")].slice(0, length).join(""))];
  });
  return Object.fromEntries(fields.filter(([, values]) => values.length > 0));
}

function valueAt(json: unknown, place: string): unknown {
  return place.split(".").reduce((value: unknown, name) => Reflect.get(Object(value), name), json);
}
