import { frozenCopy } from "../core/frozen-copy.js";
import { type Match, matches } from "../core/match.js";
import { MockServiceError } from "../core/mock-service-error.js";
import { checkPartialShape, type PartialAnalysis } from "../engine/partial-analysis.js";
import { checkPartial } from "../engine/partial-check.js";
import type { Progression } from "../engine/timeline.js";
import type { DomainContext } from "./context.js";

/** How a call is to end: with an analysis of which something may be settled, in failure, or never. */
export type CallEnd =
  | { kind: "complete"; partial: PartialAnalysis }
  | { kind: "fail"; reason: string }
  | { kind: "stall"; status: "processing" | "pending" };

/** What is settled about calls by a rule; what is missing stays as it would be. */
export interface CallCourse {
  end?: CallEnd;
  progression?: Progression;
}

/** Settles how calls will go that are created from now on. Each method adds to the same rule. */
export interface EngineRule {
  /** They end in an analysis that has these parts. @throws {MockServiceError} when the parts fit no category that matches */
  complete(partial?: PartialAnalysis): EngineRule;
  /** They fail. */
  fail(reason?: string): EngineRule;
  /** They stay `processing` for good. */
  stall(): EngineRule;
  /** They end so many milliseconds after their creation. */
  afterMs(milliseconds: number): EngineRule;
  /** They end after so many answers that said they were under way. */
  afterPolls(count: number): EngineRule;
}

interface StoredRule extends CallCourse {
  match: Match;
}

/** Why a call fails that was told to. */
export const defaultFailure = "The analysis was made to fail.";

/** Rules about calls to come. The latest one that matches a call counts. */
export class EngineRules {
  readonly #context: DomainContext;
  #rules: StoredRule[] = [];

  constructor(context: DomainContext) {
    this.#context = context;
  }

  /** Begins a rule for calls with these fields; it is there from its first instruction on. */
  when(match: Match): EngineRule {
    const stored: StoredRule = { match: frozenCopy(match) };
    const add = (course: CallCourse): EngineRule => {
      Object.assign(stored, course);
      if (!this.#rules.includes(stored)) this.#rules.push(stored);
      return rule;
    };
    const rule: EngineRule = {
      complete: (partial = {}) => add({ end: { kind: "complete", partial: this.#checked(partial, match) } }),
      fail: (reason = defaultFailure) => add({ end: { kind: "fail", reason } }),
      stall: () => add({ end: { kind: "stall", status: "processing" } }),
      afterMs: (milliseconds) =>
        add({ progression: { mode: "time", processingMs: amount("afterMs", milliseconds), pendingMs: 0 } }),
      afterPolls: (count) =>
        add({ progression: { mode: "polls", processing: amount("afterPolls", count), pending: 0 } }),
    };
    return rule;
  }

  /** What the latest rule that matches says; of several sets of facts any may match. */
  find(facts: readonly object[]): CallCourse {
    return this.#rules.findLast(({ match }) => facts.some((each) => matches(match, each))) ?? {};
  }

  /** Forgets all rules. */
  clear(): void {
    this.#rules = [];
  }

  /** A partial analysis must fit the category that is matched, or one of them when any may be. */
  #checked(value: PartialAnalysis, { categoryId }: Match): PartialAnalysis {
    const partial = frozenCopy(checkPartialShape(value));
    const { store, policies } = this.#context;
    const known = store.categories.list().filter(({ id }) => categoryId === undefined || id === categoryId);
    const refusals = known.map((category) => refusalOf(() => checkPartial(partial, { category, policies })));
    const [first] = refusals;
    if (first && !refusals.includes(undefined)) throw first;
    return partial;
  }
}

function refusalOf(check: () => void): MockServiceError | undefined {
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
  throw new RangeError(`${method} takes a number from 0 on, and was given ${value}.`);
}
