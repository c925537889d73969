/**
 * The contract's zod schemas, generated from the OpenAPI document, and a response validator that uses them. They have
 * their own entry point (`@call-analysis/sdk/schemas`), so that the main entry does not contain zod.
 *
 * The schemas accept unknown fields and unknown values of open enums. They do not check `format`, as in JSON Schema.
 */
import type * as z from "zod";
import type { components } from "./generated/openapi.js";
import * as generated from "./generated/schemas.js";
import type { OperationId, ResponseValidator, ValidationIssue } from "./validator.js";

type ContractSchemas = components["schemas"];

/** Every schema of the contract, by its name in the OpenAPI document. */
export const schemas = generated.schemas satisfies {
  [Name in keyof ContractSchemas]: z.ZodType<ContractSchemas[Name]>;
};

/** The compiler reports an operation whose response is missing. */
const responses: Record<OperationId, z.ZodType> = generated.responses;

/**
 * Creates a response validator for the client's `validate` option.
 *
 * @example
 * new CallAnalysis({ validate: { mode: "strict", validator: createValidator() } });
 */
export function createValidator(): ResponseValidator {
  return (operation, body) => responses[operation].safeParse(body).error?.issues.map(toIssue) ?? [];
}

function toIssue({ path, message }: z.core.$ZodIssue): ValidationIssue {
  return { path: path.map(String).join("."), message };
}
