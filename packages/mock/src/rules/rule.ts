/** Rules: when a request matches, apply effects. They have the same form in process, over HTTP and in seed files. */
import * as z from "zod";
import { checkShape, oneOf, problemsOfGroups, refined, throwProblems } from "../core/check-shape.js";
import { mayHaveBody } from "../core/message.js";
import { problemsBelow, wrongValue } from "../core/mock-service-error.js";
import { type OperationName, operationNames } from "../core/operations.js";
import { longestPauseMs } from "../core/pause.js";
import { endSchema } from "../engine/call-end.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { mismatchOf } from "../engine/partial-analysis.js";
import { checkMatch, type Match } from "./match.js";

/** The effects on a request. Give one or several. */
export type RuleEffects = z.infer<z.ZodObject<typeof effectFields>>;

/** A step of a sequence: effects, or "pass", for one matching request. After the last step, requests pass. */
export type RuleStep = RuleEffects | "pass";

/** A rule as it is added. */
export interface RuleDefinition extends RuleCounts {
  /** Which requests it applies to, by fields of the body, the path, and the affected call or upload. @default all */
  when?: RuleTarget | undefined;
  /** The effects, or a sequence of effects. */
  then: RuleEffects & { sequence?: readonly RuleStep[] | undefined };
}

/** The fields of a rule to change. `times: null` removes the limit. */
export type RuleChange = Partial<Omit<RuleDefinition, "times"> & { times: number | null | undefined }>;

/** How often a rule applies. The shorthands have these fields, too. */
export const countFields = {
  /**
   * How many requests the rule applies to. Then the rule is removed, unless it holds requests. A sequence applies once
   * for each step.
   * @default all
   */
  times: z.int("must be a whole number, 1 or more").min(1).optional(),
  /** How many matching requests pass before the rule applies. @default 0 */
  skip: z.int("must be a whole number, 0 or more").min(0).optional(),
  /**
   * The probability that the rule applies to a matching request: greater than 0, at most 1. The seed determines the
   * draws.
   * @default 1
   */
  probability: z.number("must be a number greater than 0 and at most 1").gt(0).max(1).optional(),
  /** False disables the rule. @default true */
  enabled: z.boolean().optional(),
};

/** How often a rule applies. */
export type RuleCounts = z.infer<z.ZodObject<typeof countFields>>;

const anyFields = z.record(z.string(), z.unknown(), { error: "must be an object of fields" });

/** Which requests a rule applies to. The shorthands have these fields, too. */
export const whenFields = {
  /** @default every operation */
  operation: oneOf(operationNames).optional(),
  /** Fields that the request must have, such as `{ categoryId }` or `{ filename }`. @default any */
  match: (anyFields as z.ZodType<Match>).optional(),
};

/** Which requests a rule applies to. */
export type RuleTarget = z.infer<z.ZodObject<typeof whenFields>>;

const retryAfterError = { error: "must be a whole number of seconds, or a date" };

const dateText = z.string().refine((text) => !Number.isNaN(Date.parse(text)), retryAfterError);

/** A delay, in milliseconds. */
export const milliseconds = z
  .number(`must be a number of milliseconds from 0 to ${longestPauseMs}`)
  .min(0)
  .max(longestPauseMs);

const timing = oneOf(["before", "after"]).optional();

/** The fields of a response that replaces the service's. */
export const responseFields = {
  /** The status, from 200 to 599. */
  status: z.int("must be a whole number from 200 to 599").min(200).max(599),
  /**
   * The body. A string is sent unchanged, and any other value as JSON.
   * @default the interface's error body for an error status, else none
   */
  body: z.unknown().optional(),
  /** The header Retry-After: seconds, or a date. */
  retryAfter: z.union([z.int().min(0), dateText], retryAfterError).optional(),
  /**
   * Whether the response comes before or after the service has done its work. With `after`, `createCall` has created
   * the call.
   * @default "before"
   */
  when: timing,
};

const givenResponse = refined(z.strictObject(responseFields), ({ status, body }) =>
  body === undefined || mayHaveBody(status)
    ? []
    : [wrongValue("body", `is not allowed: a response with status ${status} has no body`)],
);

/** A response that replaces the service's. */
export type GivenResponse = z.infer<typeof givenResponse>;

/** The fields of a broken response. */
export const breakageFields = {
  /**
   * A network fault: `error` ends the connection without a response, `reset` resets it, and `timeout` never responds.
   */
  network: oneOf(["error", "reset", "timeout"]).optional(),
  /** Whether a network fault happens before or after the service has done its work. @default "before" */
  when: timing,
  /**
   * A body fault: `truncate` breaks the connection after half of the body, and `stall` sends nothing after half of it.
   * `empty` and `malformed` send a complete body that is not JSON.
   */
  body: oneOf(["truncate", "empty", "malformed", "stall"]).optional(),
  /** Resets the connection of an upload after this many bytes. */
  cutAfterBytes: z.int("must be a whole number of bytes, 0 or more").min(0).optional(),
};

const breakage = refined(z.strictObject(breakageFields), (given) => [
  ...problemsOfGroups(given, [["network", "body", "cutAfterBytes"]]),
  ...(given.when !== undefined && given.network === undefined
    ? [wrongValue("when", "is allowed only beside `network`")]
    : []),
]);

/** How the response is broken. Give one of `network`, `body` and `cutAfterBytes`. */
export type Breakage = z.infer<typeof breakage>;

/** How many bytes of an upload the fake reads per second. */
export const bandwidth = z.number("must be a number of bytes per second, greater than 0").positive().optional();

const effectFields = {
  /** The delay of the response, in milliseconds, before the service acts or after it. */
  delayMs: z
    .union([milliseconds, z.strictObject({ after: milliseconds })], {
      error: `must be milliseconds from 0 to ${longestPauseMs}, or { after: milliseconds }`,
    })
    .optional(),
  /** `"function"` stands for the function passed to `service.use()`. */
  respond: z.union([z.literal("function"), givenResponse]).optional(),
  break: breakage.optional(),
  /** How many bytes of an upload the fake reads per second. */
  bandwidth,
  /** Holds the request until the rule is released. It excludes other effects. */
  hold: z.literal(true).optional(),
  /** How the created call ends. */
  end: endSchema.optional(),
};

const step = z.union([z.literal("pass"), refined(z.strictObject(effectFields), effectProblems)], {
  error: 'must be effects or "pass"',
});

const thenFields = { ...effectFields, sequence: z.array(step).min(1).optional() };

const ruleFields = {
  when: z.strictObject(whenFields).optional(),
  then: refined(z.strictObject(thenFields), ({ sequence, ...effects }) => {
    if (!sequence) return effectProblems(effects);
    return givenNames(effects).length === 0 ? [] : [wrongValue("", "cannot combine effects with a sequence")];
  }),
  ...countFields,
} satisfies Record<keyof RuleDefinition, z.ZodType>;

/** The schema of a rule. `checkRule` also checks the rule against its operation and the categories. */
export const ruleSchema: z.ZodType<RuleDefinition> = refined(z.strictObject(ruleFields), ({ then, times }) =>
  then.sequence && times !== undefined ? [wrongValue("times", "cannot be combined with a sequence")] : [],
);

/** The schema of a change to a rule. */
export const changeSchema: z.ZodType<RuleChange> = z
  .strictObject({ ...ruleFields, times: countFields.times.nullable() })
  .partial();

/**
 * Checks a rule, and returns the value itself.
 *
 * @param categories the categories of calls, which must have the names in an `end`
 * @throws {MockServiceError} "invalid-input", which names every wrong field
 */
export function checkRule(value: unknown, categories: readonly ReviewedCategory[]): RuleDefinition {
  const rule = checkShape(ruleSchema, value);
  const { when: { operation, match = {} } = {}, then } = rule;
  const steps = stepsOf(then).map((each) => (each === "pass" ? {} : each));
  const onlyFor = (effects: RuleEffects) =>
    givenNames(effects).flatMap((name) => {
      const only = operationOfEffect(name, effects);
      return only === undefined ? [] : [{ name, only }];
    });
  const possible = categories.filter(({ id }) => match.categoryId === undefined || id === match.categoryId);
  throwProblems(
    steps.flatMap((effects, index) => {
      const elsewhere = onlyFor(effects).filter(({ only }) => operation !== undefined && operation !== only);
      const complete = effects.end?.complete;
      return problemsBelow(then.sequence ? `then.sequence[${index}]` : "then", [
        ...elsewhere.map(({ name, only }) => wrongValue(name, `is allowed only for ${only}`)),
        ...(typeof complete === "object" ? problemsBelow("end.complete", mismatchOf(complete, possible)) : []),
      ]);
    }),
  );
  // A rule that names no operation is about that of its effects, if they have one.
  const [implied, ...others] = new Set(steps.flatMap(onlyFor).map(({ only }) => only));
  checkMatch(match, { operation: operation ?? (others.length === 0 ? implied : undefined), place: "when.match" });
  return rule;
}

/** The steps of a rule. A rule without a sequence has one step. */
export function stepsOf(then: RuleDefinition["then"]): readonly RuleStep[] {
  return then.sequence ?? [then];
}

/** The only operation that an effect applies to. Undefined if it applies to any. */
export function operationOfEffect(name: string, effects: RuleEffects): OperationName | undefined {
  if (name === "end") return "createCall";
  const isOfUpload = name === "bandwidth" || (name === "break" && effects.break?.cutAfterBytes !== undefined);
  return isOfUpload ? "uploadRecording" : undefined;
}

function effectProblems(effects: RuleEffects) {
  const names = givenNames(effects);
  if (names.length === 0) return [wrongValue("", `needs one of ${Object.keys(effectFields).join(", ")}`)];
  return effects.hold && names.length > 1 ? [wrongValue("hold", "cannot be combined with other effects")] : [];
}

function givenNames(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
