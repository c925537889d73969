import fc from "fast-check";
import { operationOf } from "../contract/document.ts";
import { schemaTable } from "../contract/json-schema.ts";
import type { OperationId } from "../contract/operation-types.ts";
import type { Fresh } from "../context/fresh.ts";
import { arbitraryOf } from "./arbitrary-of-schema.ts";

/** A JSON body. */
export type Body = Record<string, unknown>;

const contentType = fc.constantFrom("audio/wav", "audio/mpeg", "audio/mp4", "audio/webm;codecs=opus", "audio/x-m4a");
const days = fc.tuple(fc.integer({ min: 1971, max: 2037 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }));

/**
 * Bodies that the document allows an operation, and that the rules that no schema can say allow, too.
 *
 * @param specimen a body that is taken: its ids are kept, and its fields stand in for those that are left out
 */
export function validBody(operation: OperationId, specimen: Body, fresh: Fresh): fc.Arbitrary<Body> {
  const schema = schemaTable[operationOf(operation).requestSchema ?? ""] ?? {};
  // Every request schema is that of an object.
  const generated = arbitraryOf(schema, schemaTable) as fc.Arbitrary<Body>;
  return fc.tuple(generated, contentType, callDate()).map(([body, type, date]) => ({
    ...specimen,
    ...body,
    ...("memberId" in body && { memberId: specimen.memberId, categoryId: specimen.categoryId }),
    ...("name" in body && { name: `n${body.name}` }),
    ...("email" in body && { email: fresh.email(`${String(body.email).replace(/@.*/, "")}.`) }),
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
