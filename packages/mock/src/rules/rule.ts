/** Rules: when a request matches, apply effects. In process, over HTTP and in seed files alike. */
import * as z from "zod";
import { checkShape, oneOf, refined, throwProblems } from "../core/check-shape.js";
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

/** A sequence has effects, or "pass", for each request that matches, in order. After the last one, requests pass. */
export type RuleStep = RuleEffects | "pass";

/** A rule as it is added. */
export interface RuleDefinition extends RuleCounts {
  /** Which requests it is about: fields of their bodies and paths, and of what they are about. @default all */
  when?: RuleTarget | undefined;
  /** The effects on them, or a sequence of effects. */
  then: RuleEffects & { sequence?: readonly RuleStep[] | undefined };
}

/** The changed fields of a rule, with null for no limit. All others stay. */
export type RuleChange = Partial<Omit<RuleDefinition, "times"> & { times: number | null | undefined }>;

/** How often a rule applies: the fields that its shorthands have too. */
export const countFields = {
  /**
   * How many requests it applies to; then it is removed, unless it holds requests. A sequence applies once for each of its
   * steps. @default all
   */
  times: z.int("must be a whole number, 1 or more").min(1).optional(),
  /** How many requests that match pass before it applies. @default 0 */
  skip: z.int("must be a whole number, 0 or more").min(0).optional(),
  /** How likely it applies to one that matches: greater than 0, at most 1; drawn by the service's seed. @default 1 */
  probability: z.number("must be a number greater than 0 and at most 1").gt(0).max(1).optional(),
  /** False for a rule that is switched off. @default true */
  enabled: z.boolean().optional(),
};

/** How often a rule applies. */
export type RuleCounts = z.infer<z.ZodObject<typeof countFields>>;

const anyMatch = z.record(z.string(), z.unknown(), { error: "must be an object of fields" });

/** Which requests a rule is about: the fields that its shorthands have too. */
export const whenFields = {
  /** @default every operation */
  operation: oneOf(operationNames).optional(),
  /** Fields that the request must have, such as `{ categoryId }` or `{ filename }`. @default any */
  match: (anyMatch as z.ZodType<Match>).optional(),
};

/** Which requests a rule is about. */
export type RuleTarget = z.infer<z.ZodObject<typeof whenFields>>;

const retryAfterError = { error: "must be a whole number of seconds, or a date" };

const dateText = z.string().refine((text) => !Number.isNaN(Date.parse(text)), retryAfterError);

/** A delay, in milliseconds. */
export const milliseconds = z
  .number(`must be a number of milliseconds from 0 to ${longestPauseMs}`)
  .min(0)
  .max(longestPauseMs);

const timing = oneOf(["before", "after"]).optional();

/** The fields of a response in place of the service's. */
export const responseFields = {
  /** 200 to 599. */
  status: z.int("must be a whole number from 200 to 599").min(200).max(599),
  /** A text as it is, or any other value as JSON. @default of an error the interface's own form, else none */
  body: z.unknown().optional(),
  /** The header Retry-After: seconds, or a date. */
  retryAfter: z.union([z.int().min(0), dateText], retryAfterError).optional(),
  /** A `createCall` that is answered `after` has created the call. @default "before" */
  when: timing,
};

const givenResponse = refined(z.strictObject(responseFields), ({ status, body }) =>
  body === undefined || mayHaveBody(status)
    ? []
    : [wrongValue("body", `is not allowed: a response with status ${status} has no body`)],
);

/** A response in place of the service's. */
export type GivenResponse = z.infer<typeof givenResponse>;

/** The fields of a breakage. */
export const breakageFields = {
  /** `error` ends the connection without a response, `reset` resets it, with `timeout` no response ever comes. */
  network: oneOf(["error", "reset", "timeout"]).optional(),
  /** Whether a network fault comes before or after the service has done its work. @default "before" */
  when: timing,
  /**
   * `truncate` breaks the connection after half of it, with `stall` nothing comes after half of it; `empty` and `malformed`
   * come whole, and are not JSON.
   */
  body: oneOf(["truncate", "empty", "malformed", "stall"]).optional(),
  /** Resets the connection of an upload after this many bytes. */
  cutAfterBytes: z.int("must be a whole number of bytes, 0 or more").min(0).optional(),
};

const breakage = refined(z.strictObject(breakageFields), ({ when, ...ways }) => [
  ...(givenNames(ways).length === 1 ? [] : [wrongValue("", "needs exactly one of network, body, cutAfterBytes")]),
  ...(when !== undefined && ways.network === undefined ? [wrongValue("when", "is allowed only with network")] : []),
]);

/** How a response does not arrive as it is. Give one of `network`, `body` and `cutAfterBytes`. */
export type Breakage = z.infer<typeof breakage>;

/** How many bytes of an upload are taken in a second. */
export const bandwidth = z.number("must be a number of bytes per second, greater than 0").positive().optional();

const effectFields = {
  /** How much later the response comes, in milliseconds: the service waits before it acts, or after. */
  delayMs: z
    .union([milliseconds, z.strictObject({ after: milliseconds })], {
      error: `must be milliseconds from 0 to ${longestPauseMs}, or { after: milliseconds }`,
    })
    .optional(),
  /** `"function"` stands for the function that a test gave to `service.use()`. */
  respond: z.union([z.literal("function"), givenResponse]).optional(),
  break: breakage.optional(),
  /** How many bytes of an upload are taken in a second. */
  bandwidth,
  /** The request is held until the rule is released. It goes with no other effect. */
  hold: z.literal(true).optional(),
  /** How the call ends that the request creates. */
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

/** The schema of a rule. `checkRule` also checks it against its operation and categories. */
export const ruleSchema: z.ZodType<RuleDefinition> = refined(z.strictObject(ruleFields), ({ then, times }) =>
  then.sequence && times !== undefined ? [wrongValue("times", "cannot be combined with a sequence")] : [],
);

/** The schema of a change of a rule. */
export const changeSchema: z.ZodType<RuleChange> = z
  .strictObject({ ...ruleFields, times: countFields.times.nullable() })
  .partial();

/**
 * Returns the value itself when it is a rule.
 *
 * @param categories those that calls can have, in which the names of an end must be
 * @throws {MockServiceError} "invalid-input", with every field that is wrong
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

/** The steps of a rule: one, unless it is a sequence. */
export function stepsOf(then: RuleDefinition["then"]): readonly RuleStep[] {
  return then.sequence ?? [then];
}

/** The operation that an effect has a meaning for; undefined for any. */
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
