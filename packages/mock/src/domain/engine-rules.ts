/** The rules by which a test decides how calls to come will end. */
import { frozenCopy } from "../core/frozen-copy.js";
import { type CallMatch, checkCallMatch, matches } from "../core/match.js";
import { MockServiceError } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import { type CallInstructions, defaultFailure } from "../engine/call-status.js";
import { checkPartialShape, type PartialAnalysis } from "../engine/partial-analysis.js";
import { checkPartial } from "../engine/partial-check.js";
import type { Store } from "../store/store.js";
import type { DomainDependencies } from "./dependencies.js";

/** Decides how calls go that are created from now on. Each method adds to the same rule. */
export interface EngineRule {
  /** They complete, with these parts of the analysis. @throws {MockServiceError} when no category that matches fits them */
  complete(partial?: PartialAnalysis): EngineRule;
  /** They fail. */
  fail(reason?: string): EngineRule;
  /** They stay `processing` for good. */
  stall(): EngineRule;
  /** They end this many milliseconds after their creation. */
  afterMs(milliseconds: number): EngineRule;
  /** They end after this many polls that found them under way. */
  afterPolls(count: number): EngineRule;
}

interface StoredRule extends CallInstructions {
  match: CallMatch;
}

/** The rules for calls to come. The latest one that matches a call applies to it. */
export class EngineRules {
  readonly #store: Store;
  readonly #policies: Policies;
  #rules: StoredRule[] = [];

  constructor({ store, policies }: DomainDependencies) {
    this.#store = store;
    this.#policies = policies;
  }

  /**
   * Begins a rule for calls with these fields. It applies from its first instruction on.
   *
   * @throws {TypeError} when calls have no such field
   */
  when(match: CallMatch): EngineRule {
    checkCallMatch(match);
    const stored: StoredRule = { match: frozenCopy(match) };
    const add = (instructions: CallInstructions): EngineRule => {
      Object.assign(stored, instructions);
      if (!this.#rules.includes(stored)) this.#rules.push(stored);
      return rule;
    };
    const rule: EngineRule = {
      complete: (partial = {}) => add({ end: { kind: "complete", partial: this.#checkedPartial(partial, match) } }),
      fail: (reason = defaultFailure) => add({ end: { kind: "fail", reason } }),
      stall: () => add({ end: { kind: "stall", status: "processing" } }),
      afterMs: (milliseconds) =>
        add({ progression: { mode: "time", processingMs: amount("afterMs", milliseconds), pendingMs: 0 } }),
      afterPolls: (count) =>
        add({ progression: { mode: "polls", processing: amount("afterPolls", count), pending: 0 } }),
    };
    return rule;
  }

  /** What the latest rule says that matches one of the sets of attributes. */
  instructionsFor(attributes: readonly object[]): CallInstructions {
    return this.#rules.findLast(({ match }) => attributes.some((each) => matches(match, each))) ?? {};
  }

  /** Removes all rules. */
  clear(): void {
    this.#rules = [];
  }

  /** A partial analysis must fit the category that the rule matches, or at least one when it matches any. */
  #checkedPartial(value: PartialAnalysis, { categoryId }: CallMatch): PartialAnalysis {
    const partial = frozenCopy(checkPartialShape(value));
    const categories = this.#store.categories.list().filter(({ id }) => categoryId === undefined || id === categoryId);
    const errors = categories.map((category) =>
      errorOf(() => checkPartial(partial, { category, policies: this.#policies })),
    );
    const [first] = errors;
    if (first && !errors.includes(undefined)) throw first;
    return partial;
  }
}

function errorOf(check: () => void): MockServiceError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof MockServiceError) return error;
    throw error;
  }
}

function amount(method: string, value: number): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new RangeError(`${method} takes a number, 0 or more, and was given ${value}.`);
}
