/** An engine rule as data: of a seed file, and of a request to the control interface. */
import * as z from "zod";
import { type ShapeProblem, shapeProblems, throwProblems } from "../core/check-shape.js";
import { durationSchema } from "../core/duration.js";
import { type CallMatch, callMatchSchema } from "../core/match.js";
import { wrongValue } from "../core/mock-service-error.js";
import { type PartialAnalysis, partialAnalysisSchema } from "../engine/partial-analysis.js";
import type { EngineRule } from "./engine-rules.js";

/** A rule for calls to come, as data: at least one of its fields besides `match` is given. */
export interface RuleDefinition {
  /** @default every call */
  match?: CallMatch | undefined;
  /** The calls complete; an object sets parts of their analysis. */
  complete?: true | PartialAnalysis | undefined;
  /** The calls fail; a text is the reason. */
  fail?: true | string | { reason?: string | undefined } | undefined;
  /** The calls stay `processing`. */
  stall?: true | undefined;
  /** How long after their creation the calls end, in milliseconds. */
  afterMs?: number | undefined;
  /** How many polls find the calls under way. */
  afterPolls?: number | undefined;
}

/** The shape of a rule. What must not be given together is checked by `ruleProblems`. */
export const ruleSchema: z.ZodType<RuleDefinition> = z.strictObject({
  match: callMatchSchema.optional(),
  complete: z.union([z.literal(true), partialAnalysisSchema]).optional(),
  fail: z.union([z.literal(true), z.string(), z.strictObject({ reason: z.string().optional() })]).optional(),
  stall: z.literal(true).optional(),
  afterMs: durationSchema.optional(),
  afterPolls: z.int().min(0).optional(),
});

const instructions = ["complete", "fail", "stall", "afterMs", "afterPolls"] as const;

const contradictions = [
  ["complete", "fail"],
  ["complete", "stall"],
  ["fail", "stall"],
  ["afterMs", "afterPolls"],
] as const;

/** Checks a rule. @throws {MockServiceError} @throws {UnknownFieldError} with every field at fault */
export function checkRule(value: unknown): RuleDefinition {
  const problems = shapeProblems(ruleSchema, value);
  throwProblems(problems);
  // The schema has just accepted it.
  const rule = value as RuleDefinition;
  throwProblems(ruleProblems(rule));
  return rule;
}

/** What is wrong with the fields of a rule together. */
export function ruleProblems(rule: RuleDefinition): ShapeProblem[] {
  const isGiven = (name: (typeof instructions)[number]) => rule[name] !== undefined;
  if (!instructions.some(isGiven))
    return [{ ...wrongValue("", `A rule needs one of ${instructions.join(", ")}.`), keys: [] }];
  return contradictions
    .filter(([one, other]) => isGiven(one) && isGiven(other))
    .map(([one, other]) => ({ ...wrongValue(other, `cannot be given together with ${one}`), keys: [other] }));
}

/** Adds a rule that was checked, and returns its id. @throws {MockServiceError} when no category fits it */
export function addRule(engine: { when(match: CallMatch): EngineRule }, rule: RuleDefinition): string {
  const { match = {}, complete, fail, stall, afterMs, afterPolls } = rule;
  const added = engine.when(match);
  if (complete !== undefined) added.complete(complete === true ? {} : complete);
  if (fail !== undefined) added.fail(reasonOf(fail));
  if (stall !== undefined) added.stall();
  if (afterMs !== undefined) added.afterMs(afterMs);
  if (afterPolls !== undefined) added.afterPolls(afterPolls);
  return added.id;
}

function reasonOf(fail: NonNullable<RuleDefinition["fail"]>): string | undefined {
  if (fail === true) return undefined;
  return typeof fail === "string" ? fail : fail.reason;
}
