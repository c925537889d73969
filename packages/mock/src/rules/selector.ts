/** What all rules have in common: which requests or calls they are about, and how often they apply. */
import * as z from "zod";
import { oneOf } from "../core/check-shape.js";
import { type OperationName, operationNames } from "../core/operations.js";
import type { AnyMatch } from "./match.js";

/** How often a rule applies. */
export interface RuleCount {
  /** How many requests or calls it applies to. @default all */
  times?: number | undefined;
  /** How many that match pass before it applies. @default 0 */
  skip?: number | undefined;
  /** How likely it applies to one that matches: greater than 0, at most 1; drawn by the service's seed. @default 1 */
  probability?: number | undefined;
  /** False for a rule that is switched off. @default true */
  enabled?: boolean | undefined;
}

/** Which requests or calls a rule is about, and how often it applies. */
export interface RuleSelector extends RuleCount {
  /** @default every operation */
  operation?: OperationName | undefined;
  /** @default any */
  match?: AnyMatch | undefined;
}

/** The fields of `RuleCount`. */
export const countFields = {
  skip: z.int("must be a whole number, 0 or more").min(0).optional(),
  times: z.int("must be a whole number, 1 or more").min(1).optional(),
  probability: z.number("must be a number greater than 0, and at most 1").gt(0).max(1).optional(),
  enabled: z.boolean().optional(),
};

/** The fields of `RuleSelector`. */
export const selectorFields = {
  operation: oneOf(operationNames).optional(),
  match: z.record(z.string(), z.unknown(), { error: "must be an object of fields" }).optional(),
  ...countFields,
};
