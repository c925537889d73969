import document from "@call-analysis/sdk/openapi.json" with { type: "json" };
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** A point at which a value is not what its schema says. It holds nothing of the value itself. */
export interface SchemaProblem {
  /** The place in the document, such as `#/components/schemas/Agent/required`. */
  place: string;
  /** Where in the value, with `[]` for any item of a list, and what should be there. */
  statement: string;
}

const documentId = "https://contract.test/document";
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: documentId, ...document });

const validators = new Map<string, ValidateFunction>();

/** Holds a value against a schema of the document. @param name such as `AgentListResponse` */
export function problemsOf(name: string, value: unknown): SchemaProblem[] {
  const validate = validatorOf(name);
  if (validate(value)) return [];
  const problems = (validate.errors ?? []).map(toProblem);
  return problems.filter((problem, index) => problems.findIndex((other) => isSame(problem, other)) === index);
}

/** Whether a value fits a schema of the document. */
export function fits(name: string, value: unknown): boolean {
  return validatorOf(name)(value);
}

function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name);
  if (known) return known;
  const validator = ajv.compile({ $ref: `${documentId}#/components/schemas/${name}` });
  validators.set(name, validator);
  return validator;
}

function toProblem({ schemaPath, instancePath, message, params, keyword }: ErrorObject): SchemaProblem {
  const place = schemaPath.replace(documentId, "");
  const field = keyword === "required" ? `${instancePath}/${params.missingProperty}` : instancePath;
  const expected = keyword === "required" ? "is missing" : (message ?? "does not fit");
  return { place, statement: `${fieldName(field)} ${expected}` };
}

/** The keys in a path are the document's own, for free-form objects have no schema for what is in them. */
function fieldName(path: string): string {
  return path === ""
    ? "The body"
    : path
        .slice(1)
        .replaceAll("/", ".")
        .replace(/\.?\b\d+\b/g, "[]");
}

function isSame(one: SchemaProblem, other: SchemaProblem): boolean {
  return one.place === other.place && one.statement === other.statement;
}
