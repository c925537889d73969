/** Engine rules: rules by which a test decides how calls to come will end. */
import { checkShape, throwProblems } from "../core/check-shape.js";
import { problemsBelow } from "../core/mock-service-error.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { DomainDependencies } from "../domain/dependencies.js";
import { type CallInstructions, defaultFailure } from "../engine/call-status.js";
import { mismatchOf, type PartialAnalysis } from "../engine/partial-analysis.js";
import {
  type CallEndDefinition,
  type EngineRuleDefinition,
  endProblems,
  engineRuleSchema,
  instructionsOf,
} from "./end-definition.js";
import { type AnyMatch, type CallMatch, checkCallMatch } from "./match.js";
import type { Rules, StoredRule } from "./rules.js";

/** Decides how calls go that are created from now on. Each method adds to the same rule. */
export interface EngineRule {
  readonly id: string;
  /** They complete, with these parts of the analysis, to the letter. @throws {MockServiceError} when no category that matches has their names */
  complete(partial?: PartialAnalysis): EngineRule;
  /** They fail. */
  fail(reason?: string): EngineRule;
  /** They stay `processing` for good. */
  stall(): EngineRule;
  /** They end this many milliseconds after their creation. @throws {MockServiceError} when it is no number from 0 to that of 100 years */
  afterMs(milliseconds: number): EngineRule;
  /** They end after this many polls that found them under way. @throws {MockServiceError} when it is no whole number, 0 or more */
  afterPolls(count: number): EngineRule;
}

/** What a rule says about a call, and the rule's id. */
export interface AppliedEnd extends CallInstructions {
  ruleId?: string;
}

/** The engine rules of the list of rules. The first one that matches a call applies to it. */
export class EngineRules {
  readonly #rules: Rules;
  readonly #dependencies: Pick<DomainDependencies, "store">;

  constructor(rules: Rules, dependencies: Pick<DomainDependencies, "store">) {
    this.#rules = rules;
    this.#dependencies = dependencies;
  }

  /**
   * Begins a rule for calls with these fields. It applies from its first instruction on.
   *
   * @throws {TypeError} when calls have no such field
   * @throws {MockServiceError} when no call can have a value of the match
   */
  when(match: CallMatch): EngineRule {
    checkCallMatch(match);
    const id = this.#rules.nextId("rule");
    let own: StoredRule<"rule"> | undefined;
    /** An instruction takes the place of those that it contradicts. */
    const add = (instruction: CallEndDefinition, ...replaced: (keyof CallEndDefinition)[]): EngineRule => {
      const others = Object.fromEntries(replaced.map((name) => [name, undefined]));
      const fields = this.check(withoutUndefined({ match, ...own?.fields, ...others, ...instruction }));
      const known = this.#rules.get(id);
      if (own && known === own) this.#rules.change(own, fields);
      // Ids begin again after a reset: by then another rule may have this one.
      else own = this.#rules.insert("rule", fields, known ? undefined : id);
      return rule;
    };
    const rule: EngineRule = {
      id,
      complete: (partial = {}) => add({ complete: partial }, "fail", "stall"),
      fail: (reason = defaultFailure) => add({ fail: { reason } }, "complete", "stall"),
      stall: () => add({ stall: true }, "complete", "fail"),
      afterMs: (afterMs) => add({ afterMs }, "afterPolls"),
      afterPolls: (afterPolls) => add({ afterPolls }, "afterMs"),
    };
    return rule;
  }

  /** Returns a rule that comes as data once it is known to be one. @throws {MockServiceError} @throws {UnknownFieldError} */
  check(value: unknown): EngineRuleDefinition {
    const rule = checkShape(engineRuleSchema, value);
    throwProblems(endProblems(rule));
    const { match, complete } = rule;
    if (complete !== undefined && complete !== true) this.#checkFits(complete, match?.categoryId);
    return rule;
  }

  /** Adds a rule that comes as data, and returns its id. */
  add(value: unknown): string {
    return this.#rules.insert("rule", this.check(value)).id;
  }

  /**
   * What the first rule says that matches a call.
   *
   * @param check throws when the call cannot end so; then the rule was not used
   */
  takeFor(attributes: AnyMatch, check: (instructions: CallInstructions) => void): AppliedEnd {
    const rule = this.#rules.takeFirst("rule", attributes);
    if (!rule) return {};
    const instructions = instructionsOf(rule.fields);
    let counts = false;
    try {
      check(instructions);
      counts = true;
    } finally {
      this.#rules.settle(rule, { counts });
    }
    return { ...instructions, ruleId: rule.id };
  }

  /** The names must be those of the category that the rule matches, or of at least one when it matches any. */
  #checkFits(partial: PartialAnalysis, categoryId: string | undefined): void {
    const { categories } = this.#dependencies.store;
    const matched = categories.list().filter(({ id }) => categoryId === undefined || id === categoryId);
    throwProblems(problemsBelow("complete", mismatchOf(partial, matched)));
  }
}
