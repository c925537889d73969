/** The rules by which a test decides how calls to come will end. */
import { isDuration, mustBeDuration } from "../core/duration.js";
import { frozenCopy } from "../core/frozen-copy.js";
import { type CallMatch, checkCallMatch, matches } from "../core/match.js";
import { MockServiceError } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import { type CallEnd, type CallInstructions, defaultFailure, type Progression } from "../engine/call-status.js";
import { checkPartialShape, type PartialAnalysis } from "../engine/partial-analysis.js";
import { checkPartial } from "../engine/partial-check.js";
import type { Store } from "../store/store.js";
import type { DomainDependencies } from "./dependencies.js";

/** Decides how calls go that are created from now on. Each method adds to the same rule. */
export interface EngineRule {
  readonly id: string;
  /** They complete, with these parts of the analysis. @throws {MockServiceError} when no category that matches fits them */
  complete(partial?: PartialAnalysis): EngineRule;
  /** They fail. */
  fail(reason?: string): EngineRule;
  /** They stay `processing` for good. */
  stall(): EngineRule;
  /** They end this many milliseconds after their creation. @throws {RangeError} when it is no number from 0 to that of 100 years */
  afterMs(milliseconds: number): EngineRule;
  /** They end after this many polls that found them under way. */
  afterPolls(count: number): EngineRule;
}

/** A rule as it is listed: with what it was given. */
export interface ListedEngineRule {
  id: string;
  match: CallMatch;
  complete?: PartialAnalysis;
  fail?: { reason: string };
  stall?: true;
  afterMs?: number;
  afterPolls?: number;
}

/** The rules for calls to come. Reached as `service.engine.rules`. */
export interface EngineRuleControls {
  /** All rules, in the order in which they were added. */
  list(): ListedEngineRule[];
  /** Removes a rule; false when there is none with this id. Calls that it was fixed for keep it. */
  remove(id: string): boolean;
  /** Removes all rules. */
  clear(): void;
}

interface StoredRule extends CallInstructions {
  id: string;
  match: CallMatch;
}

/** The rules for calls to come. The latest one that matches a call applies to it. */
export class EngineRules implements EngineRuleControls {
  readonly #store: Store;
  readonly #policies: Policies;
  #rules: StoredRule[] = [];
  #count = 0;

  constructor({ store, policies }: DomainDependencies) {
    this.#store = store;
    this.#policies = policies;
  }

  /**
   * Begins a rule for calls with these fields. It applies from its first instruction on.
   *
   * @throws {TypeError} when calls have no such field
   * @throws {MockServiceError} when no call can have a value of the match
   */
  when(match: CallMatch): EngineRule {
    checkCallMatch(match);
    this.#count += 1;
    const stored: StoredRule = { id: `rule-${this.#count}`, match: frozenCopy(match) };
    const add = (instructions: CallInstructions): EngineRule => {
      Object.assign(stored, instructions);
      if (!this.#rules.includes(stored)) this.#rules.push(stored);
      return rule;
    };
    const rule: EngineRule = {
      id: stored.id,
      complete: (partial = {}) => add({ end: { kind: "complete", partial: this.#checkedPartial(partial, match) } }),
      fail: (reason = defaultFailure) => add({ end: { kind: "fail", reason } }),
      stall: () => add({ end: { kind: "stall", status: "processing" } }),
      afterMs: (milliseconds) =>
        add({ progression: { mode: "time", processingMs: duration("afterMs", milliseconds), pendingMs: 0 } }),
      afterPolls: (count) =>
        add({ progression: { mode: "polls", processing: amount("afterPolls", count), pending: 0 } }),
    };
    return rule;
  }

  /** What the latest rule says that matches one of the sets of attributes. */
  instructionsFor(attributes: readonly object[]): CallInstructions {
    return this.#rules.findLast(({ match }) => attributes.some((each) => matches(match, each))) ?? {};
  }

  list(): ListedEngineRule[] {
    return this.#rules.map(listedRule);
  }

  remove(id: string): boolean {
    const others = this.#rules.filter((rule) => rule.id !== id);
    const isThere = others.length < this.#rules.length;
    this.#rules = others;
    return isThere;
  }

  clear(): void {
    this.#rules = [];
  }

  /** Removes all rules, and counts their ids from the beginning again. */
  reset(): void {
    this.clear();
    this.#count = 0;
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

function listedRule({ id, match, end, progression }: StoredRule): ListedEngineRule {
  return { id, match, ...listedEnd(end), ...listedProgression(progression) };
}

function listedEnd(end: CallEnd | undefined): Pick<ListedEngineRule, "complete" | "fail" | "stall"> {
  switch (end?.kind) {
    case "complete":
      return { complete: end.partial };
    case "fail":
      return { fail: { reason: end.reason } };
    case "stall":
      return { stall: true };
    case undefined:
      return {};
  }
}

/** A rule has a progression by `afterMs` or `afterPolls` only. */
function listedProgression(progression: Progression | undefined): Pick<ListedEngineRule, "afterMs" | "afterPolls"> {
  if (progression?.mode === "time") return { afterMs: progression.processingMs };
  return progression?.mode === "polls" ? { afterPolls: progression.processing } : {};
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

function duration(method: string, milliseconds: number): number {
  if (isDuration(milliseconds)) return milliseconds;
  throw new RangeError(`${method} was given ${milliseconds}, and ${mustBeDuration}.`);
}

function amount(method: string, value: number): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new RangeError(`${method} takes a number, 0 or more, and was given ${value}.`);
}
