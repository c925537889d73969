/** The one list of rules, in matching order: the newest first. Only this file counts how often they apply. */
import { checkShape } from "../core/check-shape.js";
import { frozenCopy } from "../core/frozen-copy.js";
import { invalidValue } from "../core/mock-service-error.js";
import type { OperationName } from "../core/operations.js";
import { type Random, seededRandom } from "../core/random.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { HeldRequests } from "./hold.js";
import { matches, type RequestAttributes } from "./match.js";
import {
  changeSchema,
  checkRule,
  operationOfEffect,
  type RuleChange,
  type RuleDefinition,
  type RuleEffects,
  type RuleStep,
  stepsOf,
} from "./rule.js";
import type { AnyResolver } from "./use.js";

/** A rule of the list. */
export interface Rule extends RuleDefinition {
  readonly id: string;
  readonly enabled: boolean;
  /** How many requests the rule has applied to. */
  readonly used: number;
  /** How many matching requests a rule with `skip` has let pass. */
  readonly passed?: number;
  /** How many requests a rule with `hold` holds now. */
  readonly held?: number;
}

/** All rules, as one list. Reached as `service.rules`. */
export interface RuleControls {
  /** All rules, in matching order: the newest first. */
  list(): Rule[];
  /**
   * Changes a rule.
   *
   * @throws {RangeError} if no rule has this id
   * @throws {MockServiceError} if a field has an invalid value. The message names the field.
   * @throws {TypeError} if a field is unknown
   */
  update(id: string, change: RuleChange): void;
  /** Switches a rule on again. @throws {RangeError} if no rule has this id */
  enable(id: string): void;
  /** Switches a rule off, and releases the requests that it holds. @throws {RangeError} if no rule has this id */
  disable(id: string): void;
  /** Removes a rule, and releases the requests that it holds. Returns false if no rule has this id. */
  remove(id: string): boolean;
  /** Removes every rule. */
  clear(): void;
}

/** A rule in the list, in the form in which it was given. */
export interface StoredRule {
  readonly id: string;
  definition: RuleDefinition;
  resolver: AnyResolver | undefined;
  used: number;
  passed: number;
  readonly chances: Random;
  readonly held: HeldRequests;
}

/** The effects that apply to a request. Each comes from the newest rule that has it. */
export interface TakenEffects extends Omit<RuleEffects, "hold"> {
  /** The function that a `respond` names. */
  resolver?: AnyResolver | undefined;
  /** The rules as they were at that time, for the journal. */
  readonly rules: { id: string; definition: RuleDefinition }[];
}

/** The rules of a service. */
export class Rules implements RuleControls {
  readonly #seed: number;
  readonly #categories: () => readonly ReviewedCategory[];
  /** The rules, the oldest first. Matching goes the other way. */
  readonly #rules = new Map<string, StoredRule>();
  /** The rules that may apply to an operation, in matching order. Cached until a rule changes. */
  readonly #candidates = new Map<OperationName | null, readonly StoredRule[]>();
  #count = 0;

  /** @param categories returns the categories that must have the names in an `end` */
  constructor(seed: number, categories: () => readonly ReviewedCategory[]) {
    this.#seed = seed;
    this.#categories = categories;
  }

  list(): Rule[] {
    return this.#newestFirst().map(listed);
  }

  /** Adds a rule. @throws {MockServiceError} that names every wrong field */
  add(value: unknown, resolver?: AnyResolver): StoredRule {
    const definition = this.check(value, resolver);
    this.#count += 1;
    const rule: StoredRule = {
      id: `rule-${this.#count}`,
      definition,
      resolver,
      used: 0,
      passed: 0,
      chances: seededRandom(this.#seed, "chance of a rule", this.#count),
      held: new HeldRequests(() => targetText(rule.definition)),
    };
    this.#rules.set(rule.id, rule);
    this.#candidates.clear();
    return rule;
  }

  /** The rule with an id. */
  get(id: string): StoredRule | undefined {
    return this.#rules.get(id);
  }

  update(id: string, change: RuleChange): void {
    const rule = this.#rules.get(id);
    if (!rule) throw new RangeError(`There is no rule "${id}".`);
    const { times = rule.definition.times, ...others } = withoutUndefined(checkShape(changeSchema, change));
    const changed = { ...rule.definition, ...others, times: times ?? undefined };
    // The category of a rule may be gone, and the rule can be switched off all the same.
    const isSwitched = Object.keys(change).every((name) => name === "enabled");
    const definition = isSwitched ? frozenCopy(changed) : this.check(changed, rule.resolver);
    if (!isSwitched && limitOf(definition) <= rule.used)
      throw invalidValue("times", `must be more than ${rule.used}, the number of times the rule has already applied`);
    rule.definition = definition;
    this.#candidates.clear();
    if (definition.enabled === false || !holds(rule)) rule.held.letGo();
  }

  enable(id: string): void {
    this.update(id, { enabled: true });
  }

  disable(id: string): void {
    this.update(id, { enabled: false });
  }

  remove(id: string): boolean {
    const rule = this.#rules.get(id);
    if (!rule) return false;
    this.#rules.delete(id);
    this.#candidates.clear();
    rule.held.release();
    return true;
  }

  clear(): void {
    for (const id of [...this.#rules.keys()]) this.remove(id);
  }

  /** Releases every request that a rule holds. */
  letGo(): void {
    for (const { held } of this.#rules.values()) held.letGo();
  }

  /** Removes every rule, and restarts the ids. */
  reset(): void {
    for (const { held } of this.#rules.values()) held.release("was removed by a reset");
    this.clear();
    this.#count = 0;
  }

  /** Whether any rule may apply to an operation. If not, the request's attributes need not be read. */
  concern(operation: OperationName | null): boolean {
    return this.#candidatesFor(operation).length > 0;
  }

  /** Every rule that holds a request. */
  takeHolds(attributes: RequestAttributes): StoredRule[] {
    const taken = this.#candidatesFor(attributes.operation).filter(
      (rule) => isHold(nextStep(rule)) && meets(rule, attributes),
    );
    for (const rule of taken) this.#use(rule);
    return taken.reverse();
  }

  /**
   * Takes the effects that apply to a request. Each comes from the newest rule that has it. Only rules that apply are
   * counted.
   *
   * @param holds the rules that held the request, which are already counted
   */
  take(attributes: RequestAttributes, holds: readonly StoredRule[] = []): TakenEffects {
    const { operation } = attributes;
    const taken: TakenEffects & Record<string, unknown> = { rules: [] };
    for (const rule of this.#candidatesFor(operation)) {
      const step = nextStep(rule);
      if (holds.includes(rule) || isHold(step) || !meets(rule, attributes)) continue;
      const added = step === "pass" ? [] : Object.entries(step).filter(([name]) => isFree(name, step));
      if (step !== "pass" && added.length === 0) continue;
      for (const [name, effect] of added) taken[name] = effect;
      if (taken.respond === "function") taken.resolver ??= rule.resolver;
      taken.rules.push({ id: rule.id, definition: rule.definition });
      this.#use(rule);
    }
    return taken;

    function isFree(name: string, step: RuleEffects): boolean {
      return taken[name] === undefined && isOfOperation(name, { step, operation });
    }
  }

  #use(rule: StoredRule): void {
    rule.used += 1;
    // A rule that holds requests stays until they are released.
    if (rule.used >= limitOf(rule.definition) && !holds(rule)) this.remove(rule.id);
  }

  /** A rule in the form of the list. @throws {MockServiceError} that names every wrong field */
  check(value: unknown, resolver?: AnyResolver): RuleDefinition {
    const definition = checkRule(value, this.#categories());
    const isFunction = stepsOf(definition.then).some((step) => step !== "pass" && step.respond === "function");
    if (isFunction && !resolver)
      throw invalidValue("then.respond", "must be an object. Pass functions to service.use()");
    // A copy, whatever becomes of the caller's objects.
    return frozenCopy(definition);
  }

  #newestFirst(): StoredRule[] {
    return [...this.#rules.values()].reverse();
  }

  /** The rules that may apply to an operation. Cached, because every request asks. */
  #candidatesFor(operation: OperationName | null): readonly StoredRule[] {
    const known = this.#candidates.get(operation);
    if (known) return known;
    const candidates = this.#newestFirst().filter(({ definition: { when, then, enabled } }) => {
      const isOfOperation = when?.operation === undefined || when.operation === operation;
      return enabled !== false && isOfOperation && mayAffect(then, operation);
    });
    this.#candidates.set(operation, candidates);
    return candidates;
  }
}

/** Whether any step of a rule has an effect on requests of an operation. Others are not counted. */
function mayAffect(then: RuleDefinition["then"], operation: OperationName | null): boolean {
  return stepsOf(then).some(
    (step) => step !== "pass" && Object.keys(step).some((name) => isOfOperation(name, { step, operation })),
  );
}

function isOfOperation(name: string, { step, operation }: { step: RuleEffects; operation: OperationName | null }) {
  const only = operationOfEffect(name, step);
  return only === undefined || only === operation;
}

function listed(rule: StoredRule): Rule {
  const { id, definition, used, passed, held } = rule;
  const { when = {}, then, enabled = true, ...counts } = definition;
  const skipped = counts.skip === undefined ? {} : { passed };
  return { id, enabled, when, ...counts, then, used, ...skipped, ...(holds(rule) && { held: held.count }) };
}

function nextStep({ definition: { then }, used }: StoredRule): RuleStep {
  const steps = stepsOf(then);
  return steps[used % steps.length] ?? "pass";
}

function isHold(step: RuleStep): boolean {
  return step !== "pass" && step.hold === true;
}

function holds({ definition: { then } }: StoredRule): boolean {
  return stepsOf(then).some(isHold);
}

/** Whether a rule applies to a request with these attributes. */
function meets(rule: StoredRule, attributes: RequestAttributes): boolean {
  const { when, skip = 0, probability = 1 } = rule.definition;
  if (rule.used >= limitOf(rule.definition) || !matches(when?.match ?? {}, attributes)) return false;
  // Drawn for each that matches, so that the chances of one rule do not depend on another.
  const isLikely = rule.chances.chance(probability);
  if (rule.passed >= skip) return isLikely;
  rule.passed += 1;
  return false;
}

/** The largest number of times that a rule applies. */
function limitOf({ then, times = Number.POSITIVE_INFINITY }: RuleDefinition): number {
  return then.sequence?.length ?? times;
}

function targetText({ when: { operation, match = {} } = {} }: RuleDefinition): string {
  return `${operation ?? "every operation"} ${JSON.stringify(match)}`;
}
