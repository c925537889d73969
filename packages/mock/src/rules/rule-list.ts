/** The controls of the whole list: rules of every kind, in one form. */
import type * as z from "zod";
import { checkShape } from "../core/check-shape.js";
import { invalidValue, withPaths } from "../core/mock-service-error.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { EngineRules } from "./end.js";
import { checkFault } from "./fault-definition.js";
import { checkGate } from "./gates.js";
import { checkOverride } from "./respond.js";
import { definitionOf, definitionSchema, fieldsOf, kindOf, placeOf, type RuleDefinition } from "./rule-form.js";
import { limitOf, type OverrideFields, type RuleFields, type RuleKind, type Rules, type StoredRule } from "./rules.js";

/** A rule of the list. */
export interface Rule extends RuleDefinition {
  readonly id: string;
  readonly enabled: boolean;
  /** How many requests or calls it applied to so far. */
  readonly used: number;
  /** Of a rule with `skip`: how many that matched it has let pass. */
  readonly passed?: number;
  /** Of a rule that holds requests: how many it holds now. */
  readonly held?: number;
}

/** What is changed of a rule. Fields that are not given stay. */
export interface RuleChange extends Partial<Omit<RuleDefinition, "times">> {
  /** Null for no limit. */
  times?: number | null | undefined;
}

/** Faults, gates, overrides and engine rules, as one list. Reached as `service.rules`. */
export interface RuleControls {
  /** All rules, in matching order: the newest first. */
  list(): Rule[];
  /**
   * Changes a rule.
   *
   * @throws {RangeError} when there is no rule with this id
   * @throws {MockServiceError} when a field has a value that it cannot have; the message names the field
   * @throws {TypeError} when a field is not known
   */
  update(id: string, change: RuleChange): void;
  /** Switches a rule on again. @throws {RangeError} when there is none with this id */
  enable(id: string): void;
  /** Switches a rule off. One that holds requests lets them go. @throws {RangeError} when there is none with this id */
  disable(id: string): void;
  /** Removes a rule; false when there is none with this id. One that holds requests lets them go. */
  remove(id: string): boolean;
  /** Removes every rule. */
  clear(): void;
}

/** The list of rules as data. */
export class RuleList implements RuleControls {
  readonly #rules: Rules;
  readonly #checks: { [Kind in RuleKind]: (fields: unknown) => RuleFields[Kind] };

  constructor(rules: Rules, engineRules: EngineRules) {
    const rule = (fields: unknown) => engineRules.check(fields);
    this.#rules = rules;
    this.#checks = { fault: checkFault, gate: checkGate, override: checkOverride, rule };
  }

  list(): Rule[] {
    return this.#rules.tried().map(listedRule);
  }

  /** Adds a rule, and returns its id. @throws {MockServiceError} @throws {UnknownFieldError} with every field at fault */
  add(value: unknown): string {
    const definition = checkShape(definitionSchema, value);
    const kind = kindOf(definition);
    return this.#rules.insert(kind, this.#checked(kind, definition)).id;
  }

  update(id: string, change: RuleChange): void {
    const rule = this.#rules.get(id);
    if (!rule) throw new RangeError(`There is no rule "${id}".`);
    const { enabled = rule.fields.enabled, ...others } = withoutUndefined(checkShape(changeSchema, change));
    // What stays is not checked again: the category of a rule may be gone, and the rule can be switched off all the same.
    const fields = Object.keys(others).length === 0 ? rule.fields : this.#changed(rule, others);
    this.#rules.change(rule, { ...fields, enabled });
  }

  enable(id: string): void {
    this.update(id, { enabled: true });
  }

  disable(id: string): void {
    this.update(id, { enabled: false });
  }

  remove(id: string): boolean {
    return this.#rules.remove(id);
  }

  clear(): void {
    this.#rules.clear();
  }

  #changed(rule: StoredRule, { times = rule.fields.times, ...others }: RuleChange): RuleFields[RuleKind] {
    const definition: RuleDefinition = { ...definitionOf(rule), ...others, times: times ?? undefined };
    if (kindOf(definition) !== rule.kind)
      throw invalidValue("then", `must stay what a ${rule.kind} does: add another rule`);
    const { resolver } = rule.fields as OverrideFields;
    const fields = this.#checked(rule.kind, definition, others.then === undefined ? resolver : undefined);
    if (limitOf(fields) > rule.used) return fields;
    throw invalidValue("times", `must be more than ${rule.used}, for so often the rule has applied already`);
  }

  /** The fields of a rule, checked as its helper takes them. */
  #checked<Kind extends RuleKind>(
    kind: Kind,
    definition: RuleDefinition,
    resolver?: OverrideFields["resolver"],
  ): RuleFields[Kind] {
    const fields = fieldsOf(definition);
    // A resolver was checked when it was given: a status stands in for it.
    const given = resolver ? { ...fields, status: 500 } : fields;
    const checked = withPaths(
      () => this.#checks[kind](given),
      (path) => placeOf(path, kind),
    );
    return resolver ? { ...checked, status: undefined, resolver } : checked;
  }
}

const changeSchema = (definitionSchema as unknown as z.ZodObject).partial() as unknown as z.ZodType<RuleChange>;

function listedRule(rule: StoredRule): Rule {
  const { id, kind, used, passed, held, fields } = rule;
  const { when, then, ...counts } = definitionOf(rule);
  const skipped = counts.skip === undefined ? {} : { passed };
  const listed = { id, enabled: fields.enabled !== false, when, ...counts, then, used, ...skipped };
  return kind === "gate" ? { ...listed, held: held.count } : listed;
}
