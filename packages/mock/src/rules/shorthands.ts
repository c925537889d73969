/** Shorter ways to add a rule: `faults.inject`, `hold`, `use`, `engine.when`, and their routes. */
import * as z from "zod";
import { checkShape, oneOf } from "../core/check-shape.js";
import { frozenCopy } from "../core/frozen-copy.js";
import { invalidFields, withPaths, wrongValue } from "../core/mock-service-error.js";
import { type OperationName, operationNames } from "../core/operations.js";
import { withoutUndefined } from "../core/without-undefined.js";
import { defaultFailure } from "../engine/call-status.js";
import type { PartialAnalysis } from "../engine/partial-analysis.js";
import { type CallEndDefinition, endFields } from "./end.js";
import { type CallMatch, callMatchSchema, checkCallMatch, type Match } from "./match.js";
import {
  type Breakage,
  countFields,
  effectValues,
  type RuleDefinition,
  type RuleEffects,
  type Timing,
  whenFields,
} from "./rule.js";
import type { Rules, StoredRule } from "./rules.js";
import type { ContractOperation, OverrideOptions, Resolver } from "./use.js";

/** A response with a status that the service would not return. */
interface StatusFault {
  /** 200 to 599. */
  status: number;
  /** A text as it is, or any other value as JSON. @default the interface's own form of an error */
  body?: unknown;
  /** The header Retry-After: seconds, or a date. */
  retryAfter?: number | string | Date;
}

/** An upload that is slow, or whose connection breaks after so many bytes. */
type UploadFault = { bytesPerSecond: number } | { cutAfterBytes: number };

/** What goes wrong. A latency may be combined with any of the others. */
type FaultEffect = (
  | { latencyMs: number }
  | StatusFault
  | { network: NonNullable<Breakage["network"]> }
  | { body: NonNullable<Breakage["body"]> }
  | { upload: UploadFault }
) & {
  latencyMs?: number;
  /**
   * Whether it happens before the service does anything about the request, or after: a `createCall` that fails `after`
   * has created the call. Faults of response bodies always come after. @default "before"
   */
  when?: Timing;
};

/** Which requests a fault is about. */
interface FaultTarget extends Pick<RuleDefinition, "skip" | "probability" | "enabled"> {
  /** @default every operation */
  operation?: OperationName;
  /** Fields that the request must have, such as `{ categoryId }` or `{ filename }`. @default any */
  match?: Match;
}

/** A fault to inject: effects, or a sequence of effects, one for each request that matches. */
export type Fault = FaultTarget &
  (
    | (FaultEffect & { /** How many requests it applies to. @default all */ times?: number })
    | { sequence: readonly (FaultEffect | "pass")[] }
  );

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

/** The faults of the list of rules. */
export function faultControls(rules: Rules): FaultControls {
  return {
    inject: (fault) => addFault(rules, fault),
    clear() {
      for (const { id, then } of rules.list()) {
        const steps = "sequence" in then ? then.sequence : [then as RuleEffects];
        if (steps.every((step) => step === "pass" || isFault(step))) rules.remove(id);
      }
    },
  };
}

function isFault({ hold, end, respond }: RuleEffects): boolean {
  return !hold && !end && respond !== "function";
}

const { milliseconds, when, status, retryAfter, network, cutAfterBytes, bandwidth } = effectValues;

const faultFields = {
  latencyMs: milliseconds.optional(),
  status: status.optional(),
  body: z.unknown().optional(),
  retryAfter,
  network,
  upload: z.strictObject({ bytesPerSecond: bandwidth, cutAfterBytes }).optional(),
  when,
};

/** Every field that a fault, or a step of its sequence, may have. */
interface FaultFields extends Partial<Omit<StatusFault, "retryAfter">>, Pick<Breakage, "network"> {
  latencyMs?: number;
  retryAfter?: number | string;
  upload?: { bytesPerSecond?: number; cutAfterBytes?: number };
  when?: Timing;
}

const faultStep = z.union([z.literal("pass"), z.strictObject(faultFields)], { error: 'must be a fault or "pass"' });

/** The shape of a fault. */
const faultSchema = z.strictObject({
  ...whenFields,
  ...countFields,
  ...faultFields,
  sequence: z.array(faultStep).min(1).optional(),
});

/** The rule of a fault, which comes as data. @throws {MockServiceError} @throws {UnknownFieldError} with every field at fault */
export function ruleOfFault(value: unknown): RuleDefinition {
  // A date becomes a text.
  const { sequence, operation, match, times, skip, probability, enabled, ...fields } = checkShape(
    faultSchema,
    frozenCopy(value),
  );
  if (!sequence)
    return { ...selected({ operation, match, times, skip, probability, enabled }), then: effectsOf(fields) };
  if (Object.keys(fields).length > 0 || times !== undefined)
    throw invalidFields("invalid-input", [
      ...[...Object.keys(fields), ...(times === undefined ? [] : ["times"])].map((name) =>
        wrongValue(name, "cannot be given together with sequence"),
      ),
    ]);
  const steps = sequence.map((step, index) =>
    step === "pass"
      ? step
      : withPaths(
          () => effectsOf(step),
          (path) => `sequence[${index}].${path}`,
        ),
  );
  return { ...selected({ operation, match, skip, probability, enabled }), then: { sequence: steps } };
}

function addFault(rules: Rules, value: unknown): string {
  return added(rules, ruleOfFault(value), (path) =>
    path
      .replace(/^then\.(?=sequence)|^then\./, "")
      .replace(/(break|bandwidth)$/, "upload")
      .replace(/(respond|break)\./, ""),
  );
}

/** A body by itself is a fault of the response's body; together with a status it is the body. */
function effectsOf({ latencyMs, when, status, retryAfter, body, network, upload = {} }: FaultFields): RuleEffects {
  const way = status === undefined ? body : undefined;
  if (way !== undefined && !effectValues.body.safeParse(way).success)
    throw invalidFields("invalid-input", [
      wrongValue("body", `must be one of ${bodyFaults.join(", ")} when there is no status`),
    ]);
  if (status === undefined && retryAfter !== undefined)
    throw invalidFields("invalid-input", [wrongValue("retryAfter", "needs a status")]);
  const { bytesPerSecond, cutAfterBytes } = upload;
  const isBroken = network !== undefined || way !== undefined || cutAfterBytes !== undefined;
  return withoutUndefined({
    delayMs: latencyMs !== undefined && when === "after" ? { after: latencyMs } : latencyMs,
    respond: status === undefined ? undefined : withoutUndefined({ status, body, retryAfter, when }),
    // It was checked just now.
    break: isBroken
      ? withoutUndefined({ network, when: network && when, body: way as Breakage["body"], cutAfterBytes })
      : undefined,
    bandwidth: bytesPerSecond,
  }) as RuleEffects;
}

const bodyFaults = effectValues.body.unwrap().options;

/** What all shorthands have in common, as a rule has it. */
function selected({ operation, match, ...counts }: FaultTarget & { times?: number | undefined }) {
  const when = withoutUndefined({ operation, match });
  return withoutUndefined({ when: Object.keys(when).length === 0 ? undefined : when, ...counts });
}

/** Adds the rule of a shorthand. The fields of its errors have the shorthand's names. */
function added(rules: Rules, rule: object, pathOf = (path: string) => path): string {
  return withPaths(
    () => rules.add(rule).id,
    (path) => pathOf(path.replace(/^when\.(?=match|operation)/, "")),
  );
}

const oneOperation = { ...whenFields, operation: oneOf(operationNames) };

const gateSchema = z.strictObject({ ...oneOperation, ...countFields });

const overrideSchema = z.strictObject({ ...oneOperation, ...countFields, status, body: z.unknown().optional() });

const engineRuleSchema = z.strictObject({ match: callMatchSchema.optional(), ...endFields, ...countFields });

/** The shorthands over HTTP, by their paths: each takes JSON, adds a rule, and returns its id. */
export const shorthands: Readonly<Record<string, (rules: Rules, value: unknown) => string>> = {
  "/faults": addFault,
  "/gates": (rules, value) =>
    added(rules, { ...selected(checkShape(gateSchema, value) as FaultTarget), then: { hold: true } }),
  "/overrides": (rules, value) => {
    const { status, body, ...target } = checkShape(overrideSchema, value);
    const then = { respond: withoutUndefined({ status, body }) };
    return added(rules, { ...selected(target as FaultTarget), then }, (path) => path.replace(/^then\.respond\./, ""));
  },
  "/engine/rules": (rules, value) => {
    const { match, times, skip, probability, enabled, ...end } = checkShape(engineRuleSchema, value);
    const rule = { ...selected({ match, times, skip, probability, enabled } as FaultTarget), then: { end } };
    return added(rules, rule, (path) => path.replace(/^then\.end\.?/, ""));
  },
};

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
  // It was added just now.
  const rule = rules.get(shorthands["/gates"]?.(rules, gate) ?? "") as StoredRule;
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
  rules.add({ when: { operation: name }, then: { respond: "function" }, ...withoutUndefined({ times }) }, resolver);
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
  const add = (instruction: CallEndDefinition, ...replaced: (keyof CallEndDefinition)[]): EngineRule => {
    const others = Object.fromEntries(replaced.map((name) => [name, undefined]));
    const next = withoutUndefined({ ...end, ...others, ...instruction });
    const then = { end: next };
    withPaths(
      () => {
        // After a reset another rule may have its id.
        if (own && rules.get(own.id) === own) rules.update(own.id, { then });
        else own = rules.add({ when: { match }, then });
      },
      (path) => path.replace(/^then\.end\.?/, ""),
    );
    end = next;
    return rule;
  };
  const rule: EngineRule = {
    get id() {
      return own?.id ?? "";
    },
    complete: (partial = {}) => add({ complete: partial }, "fail", "stall"),
    fail: (reason = defaultFailure) => add({ fail: { reason } }, "complete", "stall"),
    stall: () => add({ stall: true }, "complete", "fail"),
    afterMs: (afterMs) => add({ afterMs }, "afterPolls"),
    afterPolls: (afterPolls) => add({ afterPolls }, "afterMs"),
  };
  return rule;
}
