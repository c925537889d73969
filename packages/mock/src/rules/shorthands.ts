/** Shorter ways to add a rule: `faults.inject`, `hold`, `use`, `engine.when`, and their routes. */
import * as z from "zod";
import { checkShape, oneOf } from "../core/check-shape.js";
import { frozenCopy } from "../core/frozen-copy.js";
import { invalidValue } from "../core/mock-service-error.js";
import { type OperationName, operationNames } from "../core/operations.js";
import { withoutUndefined } from "../core/without-undefined.js";
import { type CallEndDefinition, defaultFailure } from "../engine/call-end.js";
import type { PartialAnalysis } from "../engine/partial-analysis.js";
import { type CallMatch, checkMatch, type Match } from "./match.js";
import {
  bandwidth,
  breakageFields,
  countFields,
  milliseconds,
  type RuleCounts,
  type RuleEffects,
  type RuleTarget,
  responseFields,
  stepsOf,
  whenFields,
} from "./rule.js";
import type { Rules, StoredRule } from "./rules.js";
import type { ContractOperation, OverrideOptions, Resolver } from "./use.js";

const faultFields = {
  /** The delay of the response, in milliseconds. */
  latencyMs: milliseconds.optional(),
  /** The status of a response that replaces the service's: 200 to 599. */
  status: responseFields.status.optional(),
  /**
   * With a status, the body: a string is sent unchanged, and any other value as JSON. Without a status, a body fault:
   * `truncate`, `empty`, `malformed` or `stall`.
   */
  body: responseFields.body,
  /** The header Retry-After: seconds, or a date. */
  retryAfter: (responseFields.retryAfter as z.ZodType<number | string | Date | undefined>).optional(),
  /**
   * A network fault: `error` ends the connection without a response, `reset` resets it, and `timeout` never responds.
   */
  network: breakageFields.network,
  /** Slows an upload, or breaks its connection after this many bytes. */
  upload: z.strictObject({ bytesPerSecond: bandwidth, cutAfterBytes: breakageFields.cutAfterBytes }).optional(),
  /**
   * Whether the fault happens before or after the service acts. With `after`, `createCall` has created the call. Faults
   * of response bodies always come after.
   * @default "before"
   */
  when: responseFields.when,
};

/** The effects of a fault: one of these, or a latency and one other. */
type FaultFields = z.infer<z.ZodObject<typeof faultFields>>;

/** A fault to inject, or a sequence of faults with one step for each matching request. */
export interface Fault extends RuleTarget, RuleCounts, FaultFields {
  sequence?: readonly (FaultFields | "pass")[] | undefined;
}

/** Any value, because the rule's own check covers the effects. */
const any = z.unknown().optional();

const faultStep = z.union([z.literal("pass"), z.strictObject(faultFields)], { error: 'must be a fault or "pass"' });

/** The effects of a fault. @throws {MockServiceError} if it has none */
function effectsOf({ latencyMs, when, status, retryAfter, body, network, upload = {} }: FaultFields, place = "") {
  const { bytesPerSecond, cutAfterBytes } = upload;
  const isAnswered = status !== undefined || retryAfter !== undefined;
  // By itself a body is how the response's does not arrive; together with a status it is the body.
  const ways = withoutUndefined({ network, when: network && when, body: isAnswered ? undefined : body, cutAfterBytes });
  const effects = withoutUndefined({
    delayMs: latencyMs !== undefined && when === "after" ? { after: latencyMs } : latencyMs,
    respond: isAnswered ? { status, body, retryAfter, when } : undefined,
    break: Object.keys(ways).length > 0 ? ways : undefined,
    bandwidth: bytesPerSecond,
  });
  if (Object.keys(effects).length > 0) return effects;
  throw invalidValue(place, "needs one of latencyMs, status, body, network, upload");
}

/** The fields of a shorthand, besides `match` and the counts, and the effects of its rule. */
interface Shorthand {
  fields: z.ZodRawShape;
  /** @param fields the fields with these names */
  thenOf(fields: never): object;
}

const operation = oneOf(operationNames);

/** The shorthands, by their paths over HTTP. */
const shorthands = {
  "/faults": {
    fields: { operation: operation.optional(), ...faultFields, sequence: z.array(faultStep).optional() },
    thenOf({ sequence, ...fault }: FaultFields & { sequence?: readonly (FaultFields | "pass")[] }) {
      const steps = sequence?.map((step, index) => (step === "pass" ? step : effectsOf(step, `sequence[${index}]`)));
      return steps ? { sequence: steps, ...(Object.keys(fault).length > 0 && effectsOf(fault)) } : effectsOf(fault);
    },
  },
  "/gates": { fields: { operation }, thenOf: () => ({ hold: true }) },
  "/overrides": { fields: { operation, status: any, body: any }, thenOf: (respond: object) => ({ respond }) },
  "/engine/rules": {
    fields: { complete: any, fail: any, stall: any, afterMs: any, afterPolls: any },
    thenOf: (end: object) => ({ end }),
  },
} satisfies Record<string, Shorthand>;

/** The paths of the shorthands over HTTP. */
export const shorthandPaths = Object.keys(shorthands) as (keyof typeof shorthands)[];

/** The rule of a shorthand. @throws {MockServiceError} with every field at fault */
export function ruleOf(path: keyof typeof shorthands, given: unknown): object {
  const { fields, thenOf }: Shorthand = shorthands[path];
  // In the copy a date is a text.
  const value = checkShape(z.strictObject({ match: whenFields.match, ...countFields, ...fields }), frozenCopy(given));
  const { operation, times, skip, probability, enabled, match: _, ...effects } = value as typeof value & RuleTarget;
  // Not the copy's: the rule refuses what a copy of it would lose.
  const { match } = Object(given);
  // The shape was checked to have these fields alone.
  return { when: { operation, match }, then: thenOf(effects as never), times, skip, probability, enabled };
}

/** Makes requests fail on demand. Reached as `service.faults`. */
export interface FaultControls {
  /**
   * Adds a fault. Returns the id of its rule, for `service.rules`.
   *
   * @throws {MockServiceError} if this is not a fault. The message names the field.
   * @throws {TypeError} if a fault, or a request of the operation, has no such field
   */
  inject(fault: Fault): string;
  /** Removes every rule except gates, engine rules, and functions of `use()`. */
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

/** Holds every matching request before the service acts, until the gate is released. */
export interface Gate {
  readonly id: string;
  /** The number of requests that the gate holds now. Aborted requests do not count. */
  readonly held: number;
  /** Resolves once a request is held. @throws {Error} if the gate is released before */
  reached(): Promise<void>;
  /** Releases all held requests, and removes the gate. */
  release(): void;
}

/**
 * Adds a rule that holds the requests of an operation. @throws {MockServiceError} @throws {TypeError} if no request can
 * match
 */
export function holdRequests(rules: Rules, gate: { operation: OperationName; match?: Match | undefined }): Gate {
  const rule = rules.add(ruleOf("/gates", gate));
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

const resolverSchema = z.strictObject({ operation, times: countFields.times });

/**
 * Adds a rule that lets a function respond to an operation.
 *
 * @throws {MockServiceError} if there is no such operation, or `times` is not a whole number of at least 1
 * @throws {TypeError} for an unknown option
 */
export function addResolver<Operation extends ContractOperation>(
  rules: Rules,
  { operation, resolver }: { operation: Operation; resolver: Resolver<Operation> },
  options: OverrideOptions = {},
): void {
  const { operation: name, times } = checkShape(resolverSchema, { operation, ...options });
  rules.add({ when: { operation: name }, then: { respond: "function" }, times }, resolver);
}

/** Decides how later calls end. All methods add to the same rule. */
export interface EngineRule {
  /** The end so far. The rule applies from the first instruction on. */
  readonly id: string;
  /**
   * Completes the calls, with these parts of the analysis, which are kept unchanged. @throws {MockServiceError} if no
   * matching category has the names
   */
  complete(partial?: PartialAnalysis): EngineRule;
  /** Fails the calls. The reason is optional. */
  fail(reason?: string): EngineRule;
  /** Keeps the calls `processing` for good. */
  stall(): EngineRule;
  /**
   * Ends the calls this many milliseconds after their creation. @throws {MockServiceError} if the number is negative,
   * or more than 100 years
   */
  afterMs(milliseconds: number): EngineRule;
  /**
   * Ends the calls after this many polls that find them unfinished. @throws {MockServiceError} unless it is a whole
   * number of 0 or more
   */
  afterPolls(count: number): EngineRule;
}

/**
 * Begins a rule for calls with these fields. The rule applies from its first instruction on.
 *
 * @throws {TypeError} when calls have no such field
 * @throws {MockServiceError} if no call can have a value of the match
 */
export function engineRule(rules: Rules, match: CallMatch): EngineRule {
  checkMatch(match, { operation: "createCall" });
  let own: StoredRule | undefined;
  let end: CallEndDefinition = {};
  /** Adds an instruction, which replaces those that it contradicts. */
  const add = (instruction: CallEndDefinition): EngineRule => {
    const next = { ...end, ...instruction };
    const then = { end: next };
    // After a reset another rule may have its id.
    if (own && rules.get(own.id) === own) rules.update(own.id, { then });
    else own = rules.add({ when: { match }, then });
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
