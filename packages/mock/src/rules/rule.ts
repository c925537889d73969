/** What a rule is: when a request matches, then something happens. In process, over HTTP and in seed files alike. */
import * as z from "zod";
import { checkShape, oneOf, throwProblems } from "../core/check-shape.js";
import { mayHaveBody } from "../core/message.js";
import { type FieldProblem, problemsBelow, wrongValue } from "../core/mock-service-error.js";
import { type OperationName, operationNames } from "../core/operations.js";
import { longestPauseMs } from "../core/pause.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { mismatchOf } from "../engine/partial-analysis.js";
import { type CallEndDefinition, endFields, endProblems } from "./end.js";
import { type AnyMatch, checkMatch } from "./match.js";

/** Whether something happens before the service does anything about a request, or after it. @inline */
export type Timing = "before" | "after";

/** A response in place of the service's. */
export interface GivenResponse {
  /** 200 to 599. */
  status: number;
  /** A text as it is, or any other value as JSON. @default of an error the interface's own form, else none */
  body?: unknown;
  /** The header Retry-After: seconds, or a date. */
  retryAfter?: number | string | undefined;
  /** A `createCall` that is answered `after` has created the call. @default "before" */
  when?: Timing | undefined;
}

/**
 * How a response does not arrive as it is. Give one of `network`, `body` and `cutAfterBytes`.
 *
 * `network`: `error` ends the connection without a response, `reset` resets it, with `timeout` no response ever comes.
 * `body`: `truncate` breaks the connection after half of it, with `stall` nothing comes after half of it, with
 * `slow-chunks` it comes in small pieces; `empty` and `malformed` come whole, and are not JSON.
 */
export interface Breakage {
  network?: "error" | "reset" | "timeout" | undefined;
  /** Of a network fault: whether the service has done its work. @default "before" */
  when?: Timing | undefined;
  body?: "truncate" | "empty" | "malformed" | "stall" | "slow-chunks" | undefined;
  /** The connection of an upload is reset after so many bytes. */
  cutAfterBytes?: number | undefined;
}

/** What happens to a request. Give one effect, or several. */
export interface RuleEffects {
  /** How much later the response comes, in milliseconds: the service waits before it acts, or after. */
  delayMs?: number | { after: number } | undefined;
  /** `"function"` stands for the function that a test gave to `service.use()`. */
  respond?: GivenResponse | "function" | undefined;
  break?: Breakage | undefined;
  /** How many bytes of an upload are taken in a second. */
  bandwidth?: number | undefined;
  /** The request is held until the rule is released. It goes with no other effect. */
  hold?: true | undefined;
  /** How the call ends that the request creates. */
  end?: CallEndDefinition | undefined;
}

/** A sequence has effects, or "pass", for each request that matches, in order. After the last one, requests pass. */
export type RuleStep = RuleEffects | "pass";

/** A rule as it is added. */
export interface RuleDefinition {
  /** Which requests it is about: fields of their bodies and paths, and of what they are about. @default all */
  when?: { operation?: OperationName | undefined; match?: AnyMatch | undefined } | undefined;
  then: RuleEffects | { sequence: readonly RuleStep[] };
  /** How many requests it applies to. A sequence applies once for each of its steps. @default all */
  times?: number | undefined;
  /** How many requests that match pass before it applies. @default 0 */
  skip?: number | undefined;
  /** How likely it applies to one that matches: greater than 0, at most 1; drawn by the service's seed. @default 1 */
  probability?: number | undefined;
  /** False for a rule that is switched off. @default true */
  enabled?: boolean | undefined;
}

/** How often a rule applies: the fields that its shorthands have too. */
export const countFields = {
  times: z.int("must be a whole number, 1 or more").min(1).optional(),
  skip: z.int("must be a whole number, 0 or more").min(0).optional(),
  probability: z.number("must be a number greater than 0, and at most 1").gt(0).max(1).optional(),
  enabled: z.boolean().optional(),
};

/** Which requests a rule is about: the fields that its shorthands have too. */
export const whenFields = {
  operation: oneOf(operationNames).optional(),
  match: z.record(z.string(), z.unknown(), { error: "must be an object of fields" }).optional(),
};

const milliseconds = z
  .number(`must be a number of milliseconds from 0 to ${longestPauseMs}`)
  .min(0)
  .max(longestPauseMs);

const retryAfter = { error: "must be whole seconds, 0 or more, or a date" };

/** The values of effects, which the shorthands have under other names. */
export const effectValues = {
  milliseconds,
  when: oneOf(["before", "after"]).optional(),
  status: z.int("must be a whole number from 200 to 599").min(200).max(599),
  retryAfter: z
    .union([z.int().min(0), z.string().refine((text) => !Number.isNaN(Date.parse(text)), retryAfter)], retryAfter)
    .optional(),
  network: oneOf(["error", "reset", "timeout"]).optional(),
  body: oneOf(["truncate", "empty", "malformed", "stall", "slow-chunks"]).optional(),
  cutAfterBytes: z.int("must be a whole number of bytes, 0 or more").min(0).optional(),
  bandwidth: z.number("must be a number of bytes a second, greater than 0").positive().optional(),
};

const { when, status, network, body, cutAfterBytes, bandwidth } = effectValues;

const effectFields = {
  delayMs: z
    .union([milliseconds, z.strictObject({ after: milliseconds })], {
      error: `must be milliseconds from 0 to ${longestPauseMs}, or { after: milliseconds }`,
    })
    .optional(),
  respond: z
    .union([
      z.literal("function"),
      z.strictObject({ status, body: z.unknown().optional(), retryAfter: effectValues.retryAfter, when }),
    ])
    .optional(),
  break: z.strictObject({ network, when, body, cutAfterBytes }).optional(),
  bandwidth,
  hold: z.literal(true).optional(),
  end: z.strictObject(endFields).optional(),
} satisfies Record<keyof RuleEffects, z.ZodType>;

const step = z.union([z.literal("pass"), z.strictObject(effectFields)], { error: 'must be effects or "pass"' });

const ruleFields = {
  when: z.strictObject(whenFields).optional(),
  then: z.strictObject({ ...effectFields, sequence: z.array(step).min(1).optional() }),
  ...countFields,
} satisfies Record<keyof RuleDefinition, z.ZodType>;

/** The shape of a rule. Fields that do not go together are found by `checkRule`. */
export const ruleSchema = z.strictObject(ruleFields) as unknown as z.ZodType<RuleDefinition>;

/** The shape of a change of a rule: null for `times` takes its limit away. */
export const changeSchema = z
  .strictObject({ ...ruleFields, times: countFields.times.nullable() })
  .partial() as unknown as z.ZodType<RuleChange>;

/** What is changed of a rule. Fields that are not given stay. */
export interface RuleChange extends Partial<Omit<RuleDefinition, "times">> {
  /** Null for no limit. */
  times?: number | null | undefined;
}

/**
 * Returns the value itself when it is a rule.
 *
 * @param categories those that calls can have, in which the names of an end must be
 * @throws {UnknownFieldError} when a field is not known
 * @throws {MockServiceError} "invalid-input", with every field that is wrong
 */
export function checkRule(value: unknown, categories: readonly ReviewedCategory[]): RuleDefinition {
  const rule = checkShape(ruleSchema, value);
  const { when = {}, then, times } = rule;
  const steps = stepsOf(then);
  const isSequence = "sequence" in then;
  const operation = when.operation ?? impliedOperation(steps);
  throwProblems([
    ...(isSequence && Object.keys(then).length > 1
      ? [wrongValue("then", "cannot have effects beside a sequence")]
      : []),
    ...(isSequence && times !== undefined ? [wrongValue("times", "cannot be given together with a sequence")] : []),
    ...steps.flatMap((each, index) => {
      const place = isSequence ? `then.sequence[${index}]` : "then";
      return each === "pass" ? [] : problemsBelow(place, effectProblems(each, { when, categories }));
    }),
  ]);
  checkMatch(when.match ?? {}, { operation, place: "when.match" });
  return rule;
}

/** The steps of a rule: one, unless it is a sequence. */
export function stepsOf(then: RuleDefinition["then"]): readonly RuleStep[] {
  return "sequence" in then && then.sequence ? then.sequence : [then as RuleEffects];
}

/** The operation that an effect has a meaning for; undefined for any. */
export function operationOfEffect(name: string, effects: RuleEffects): OperationName | undefined {
  if (name === "end") return "createCall";
  return name === "bandwidth" || effects.break?.cutAfterBytes !== undefined ? "uploadRecording" : undefined;
}

/** The one operation that a rule is about which names none: that of its effects. */
function impliedOperation(steps: readonly RuleStep[]): OperationName | undefined {
  const named = steps.flatMap((each) =>
    each === "pass" ? [] : Object.keys(each).map((name) => operationOfEffect(name, each)),
  );
  const [first, ...others] = new Set(named);
  return others.length === 0 ? first : undefined;
}

function effectProblems(
  effects: RuleEffects,
  { when, categories }: { when: NonNullable<RuleDefinition["when"]>; categories: readonly ReviewedCategory[] },
): FieldProblem[] {
  const { respond, break: broken, hold, end } = effects;
  const names = Object.entries(effects).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const { operation, match = {} } = when;
  const elsewhere = names.filter((name) => {
    const only = operationOfEffect(name, effects);
    return only !== undefined && operation !== undefined && operation !== only;
  });
  return [
    ...(names.length === 0 ? [wrongValue("", `needs one of ${Object.keys(effectFields).join(", ")}`)] : []),
    ...(hold && names.length > 1 ? [wrongValue("hold", "cannot be given together with other effects")] : []),
    ...elsewhere.map((name) => wrongValue(name, `is for ${operationOfEffect(name, effects)} alone`)),
    ...(broken ? problemsBelow("break", breakProblems(broken)) : []),
    ...(end ? problemsBelow("end", endProblems(end)) : []),
    ...(typeof end?.complete === "object"
      ? problemsBelow("end.complete", mismatchOf(end.complete, categoriesOf(match, categories)))
      : []),
    ...(typeof respond === "object" && respond.body !== undefined && !mayHaveBody(respond.status)
      ? [wrongValue("respond.body", `cannot be given, because a response of status ${respond.status} has none`)]
      : []),
  ];
}

function breakProblems({ when, ...ways }: Breakage): FieldProblem[] {
  const given = Object.entries(ways).filter(([, value]) => value !== undefined);
  return [
    ...(given.length === 1 ? [] : [wrongValue("", "needs one of network, body, cutAfterBytes")]),
    ...(when !== undefined && ways.network === undefined ? [wrongValue("when", "goes with network")] : []),
  ];
}

/** The categories that the calls of a match can have. */
function categoriesOf({ categoryId }: AnyMatch, categories: readonly ReviewedCategory[]) {
  return categories.filter(({ id }) => categoryId === undefined || id === categoryId);
}
