/** Shorter ways to add a rule: `faults.inject`, `hold`, `use`, `engine.when`, and their routes. */
import * as z from "zod";
import { checkShape, oneOf, refined } from "../core/check-shape.js";
import { frozenCopy } from "../core/frozen-copy.js";
import { withPaths, wrongValue } from "../core/mock-service-error.js";
import { type OperationName, operationNames } from "../core/operations.js";
import { withoutUndefined } from "../core/without-undefined.js";
import { type CallEndDefinition, defaultFailure } from "../engine/call-status.js";
import type { PartialAnalysis } from "../engine/partial-analysis.js";
import { endFields } from "./end.js";
import { type CallMatch, callMatchSchema, checkCallMatch, type Match } from "./match.js";
import {
  type Breakage,
  countFields,
  effectValues,
  type RuleCounts,
  type RuleDefinition,
  type RuleEffects,
  type RuleTarget,
  stepsOf,
  type Timing,
  whenFields,
} from "./rule.js";
import type { Rules, StoredRule } from "./rules.js";
import type { ContractOperation, OverrideOptions, Resolver } from "./use.js";

const { milliseconds, when, status, retryAfter, network, body, cutAfterBytes, bandwidth } = effectValues;

/** What goes wrong: one of these, or a latency and another. */
interface FaultFields {
  /** How much later the response comes, in milliseconds. */
  latencyMs?: number | undefined;
  /** The status of a response in place of the service's: 200 to 599. */
  status?: number | undefined;
  /**
   * With a status the body: a text as it is, or any other value as JSON. By itself how the body does not arrive whole:
   * `truncate`, `empty`, `malformed` or `stall`.
   */
  body?: unknown;
  /** The header Retry-After: seconds, or a date. */
  retryAfter?: number | string | Date | undefined;
  /** `error` ends the connection without a response, `reset` resets it, with `timeout` no response ever comes. */
  network?: Breakage["network"];
  /** An upload that is slow, or whose connection breaks after so many bytes. */
  upload?: { bytesPerSecond?: number | undefined; cutAfterBytes?: number | undefined } | undefined;
  /**
   * Whether it happens before the service does anything about the request, or after: a `createCall` that fails `after`
   * has created the call. Faults of response bodies always come after. @default "before"
   */
  when?: Timing | undefined;
}

/** A fault to inject: what goes wrong, or a sequence of that, one step for each request that matches. */
export interface Fault extends RuleTarget, RuleCounts, FaultFields {
  sequence?: readonly (FaultFields | "pass")[] | undefined;
}

const faultFields = {
  latencyMs: milliseconds.optional(),
  status: status.optional(),
  body: z.unknown().optional(),
  retryAfter,
  network,
  upload: z.strictObject({ bytesPerSecond: bandwidth, cutAfterBytes }).optional(),
  when,
} satisfies Record<keyof FaultFields, z.ZodType>;

/** A fault whose dates are texts. */
type CheckedFault = z.infer<z.ZodObject<typeof faultFields>>;

const bodyFaults = body.unwrap();

function faultProblems({ status, body, retryAfter }: CheckedFault) {
  if (status !== undefined) return [];
  const isBodyFault = body === undefined || bodyFaults.safeParse(body).success;
  return [
    ...(isBodyFault
      ? []
      : [wrongValue("body", `must be one of ${bodyFaults.options.join(", ")} when there is no status`)]),
    ...(retryAfter === undefined ? [] : [wrongValue("retryAfter", "needs a status")]),
  ];
}

const faultStep = z.union([z.literal("pass"), refined(z.strictObject(faultFields), faultProblems)], {
  error: 'must be a fault or "pass"',
});

const faultSchema = refined(
  z.strictObject({
    ...whenFields,
    ...countFields,
    ...faultFields,
    sequence: z.array(faultStep).min(1).optional(),
  }),
  ({ sequence, operation: _, match: _match, skip: _skip, probability: _probability, enabled: _enabled, ...fault }) => {
    if (!sequence) return faultProblems(fault);
    const beside = Object.keys(withoutUndefined(fault));
    return beside.map((name) => wrongValue(name, "cannot be given together with sequence"));
  },
);

/** The rule of a fault, which comes as data. @throws {MockServiceError} @throws {UnknownFieldError} with every field at fault */
export function ruleOfFault(value: unknown): RuleDefinition {
  // In the copy a date is a text.
  const { sequence, operation, match, times, skip, probability, enabled, ...fault } = checkShape(
    faultSchema,
    frozenCopy(value),
  );
  const steps = sequence?.map((step) => (step === "pass" ? step : effectsOf(step)));
  const then = steps ? { sequence: steps } : effectsOf(fault);
  return frozenCopy({ when: { operation, match }, then, times, skip, probability, enabled });
}

/** A body by itself is a fault of the response's body; together with a status it is the body. */
function effectsOf({ latencyMs, when, status, retryAfter, body, network, upload = {} }: CheckedFault): RuleEffects {
  const { bytesPerSecond, cutAfterBytes } = upload;
  // The schema takes no other body without a status.
  const way = status === undefined ? (body as Breakage["body"]) : undefined;
  const isBroken = network !== undefined || way !== undefined || cutAfterBytes !== undefined;
  return {
    delayMs: latencyMs !== undefined && when === "after" ? { after: latencyMs } : latencyMs,
    respond: status === undefined ? undefined : { status, body, retryAfter, when },
    break: isBroken ? { network, when: network && when, body: way, cutAfterBytes } : undefined,
    bandwidth: bytesPerSecond,
  };
}

/** Adds the rule of a shorthand. The fields of its errors have the shorthand's names. */
function added(rules: Rules, rule: RuleDefinition): StoredRule {
  return withPaths(() => rules.add(rule), shorterPath);
}

/** `then.sequence[0].respond.status` as `sequence[0].status`. */
function shorterPath(path: string): string {
  const [, rest = ""] = /^(?:when\.|then\.?)?(.*)$/s.exec(path) ?? [];
  return rest.replace(/(^|\]\.)(?:respond|end)(?:\.|$)/, "$1").replace(/(^|\]\.)(?:break|bandwidth)$/, "$1upload");
}

const oneOperation = { ...whenFields, operation: oneOf(operationNames) };

const gateSchema = z.strictObject({ ...oneOperation, ...countFields });

const overrideSchema = z.strictObject({ ...oneOperation, ...countFields, status, body: z.unknown().optional() });

const engineRuleSchema = z.strictObject({ match: callMatchSchema.optional(), ...endFields, ...countFields });

/** The shorthands over HTTP, by their paths: each takes JSON, and adds a rule. */
export const shorthands = {
  "/faults": (rules, value) => added(rules, ruleOfFault(value)),
  "/gates": (rules, value) => {
    const { operation, match, ...counts } = checkShape(gateSchema, value);
    return added(rules, { when: { operation, match }, then: { hold: true }, ...counts });
  },
  "/overrides": (rules, value) => {
    const { operation, match, status, body, ...counts } = checkShape(overrideSchema, value);
    return added(rules, { when: { operation, match }, then: { respond: { status, body } }, ...counts });
  },
  "/engine/rules": (rules, value) => {
    const { match, times, skip, probability, enabled, ...end } = checkShape(engineRuleSchema, value);
    return added(rules, { when: { match }, then: { end }, times, skip, probability, enabled });
  },
} satisfies Record<string, (rules: Rules, value: unknown) => StoredRule>;

/** Makes requests fail on purpose. Reached as `service.faults`. */
export interface FaultControls {
  /**
   * Adds a fault: a rule with its effects. Returns the rule's id, by which `service.rules` changes and removes it.
   *
   * @throws {MockServiceError} when this is not a fault; the message names the field
   * @throws {TypeError} when a fault, or a request of the operation, has no such field
   */
  inject(fault: Fault): string;
  /** Removes every rule that delays, answers or breaks requests by itself: gates, engine rules and functions stay. */
  clear(): void;
}

/** Removes every rule that delays, answers or breaks requests by itself. */
export function clearFaults(rules: Rules): void {
  for (const { id, then } of rules.list()) {
    if (stepsOf(then).every((step) => step === "pass" || isFault(step))) rules.remove(id);
  }
}

function isFault({ hold, end, respond }: RuleEffects): boolean {
  return !hold && !end && respond !== "function";
}

/** Holds every request that matches, before the service does anything with it, until the gate is released. */
export interface Gate {
  readonly id: string;
  /** How many requests it holds now. A request that is aborted no longer counts. */
  readonly held: number;
  /** Resolves once a request is held. @throws {Error} when the gate is released before one is */
  reached(): Promise<void>;
  /** Releases all held requests, and removes the gate. */
  release(): void;
}

/** Adds a rule that holds the requests of an operation. @throws {MockServiceError} @throws {TypeError} when no request can match */
export function holdRequests(rules: Rules, gate: { operation: OperationName; match?: Match | undefined }): Gate {
  const rule = shorthands["/gates"](rules, gate);
  return {
    id: rule.id,
    get held() {
      return rule.held.count;
    },
    reached: () => rule.held.reached(),
    // Ids begin again after a reset: a gate of before must not remove another.
    release: () => void (rules.get(rule.id) === rule && rules.remove(rule.id)),
  };
}

const resolverSchema = z.strictObject({
  operation: oneOf(operationNames.filter((name): name is ContractOperation => name !== "readRecording")),
  times: countFields.times,
});

/**
 * Adds a rule by which a function responds to an operation.
 *
 * @throws {MockServiceError} when there is no such operation, or `times` is not a whole number of at least 1
 * @throws {TypeError} when there is no such option
 */
export function addResolver<Operation extends ContractOperation>(
  rules: Rules,
  { operation, resolver }: { operation: Operation; resolver: Resolver<Operation> },
  options: OverrideOptions = {},
): void {
  const { operation: name, times } = checkShape(resolverSchema, { operation, ...options });
  rules.add({ when: { operation: name }, then: { respond: "function" }, times }, resolver);
}

/** Decides how calls end that are created from now on. Each method adds to the same rule. */
export interface EngineRule {
  /** Empty before the first instruction, from which on the rule applies. */
  readonly id: string;
  /** They complete, with these parts of the analysis, to the letter. @throws {MockServiceError} when no category that matches has their names */
  complete(partial?: PartialAnalysis): EngineRule;
  /** They fail. */
  fail(reason?: string): EngineRule;
  /** They stay `processing` for good. */
  stall(): EngineRule;
  /** They end this many milliseconds after their creation. @throws {MockServiceError} when it is no number from 0 to that of 100 years */
  afterMs(milliseconds: number): EngineRule;
  /** They end after this many polls that found them unfinished. @throws {MockServiceError} when it is no whole number, 0 or more */
  afterPolls(count: number): EngineRule;
}

/**
 * Begins a rule for calls with these fields. It applies from its first instruction on.
 *
 * @throws {TypeError} when calls have no such field
 * @throws {MockServiceError} when no call can have a value of the match
 */
export function engineRule(rules: Rules, match: CallMatch): EngineRule {
  checkCallMatch(match);
  let own: StoredRule | undefined;
  let end: CallEndDefinition = {};
  /** An instruction takes the place of those that it contradicts. */
  const add = (instruction: CallEndDefinition): EngineRule => {
    const next = { ...end, ...instruction };
    const then = { end: next };
    // After a reset another rule may have its id.
    if (own && rules.get(own.id) === own) withPaths(() => rules.update(own?.id ?? "", { then }), shorterPath);
    else own = added(rules, { when: { match }, then });
    end = next;
    return rule;
  };
  const ends = { complete: undefined, fail: undefined, stall: undefined };
  const times = { afterMs: undefined, afterPolls: undefined };
  const rule: EngineRule = {
    get id() {
      return own?.id ?? "";
    },
    complete: (partial = {}) => add({ ...ends, complete: partial }),
    fail: (reason = defaultFailure) => add({ ...ends, fail: { reason } }),
    stall: () => add({ ...ends, stall: true }),
    afterMs: (afterMs) => add({ ...times, afterMs }),
    afterPolls: (afterPolls) => add({ ...times, afterPolls }),
  };
  return rule;
}
