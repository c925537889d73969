/**
 * The one list of rules: when a request or a call matches, then something happens. Rules are tried in one order, the newest
 * first, and are counted here alone. Each is kept in the form that its helper takes; `rule-form.ts` has the common form.
 */
import { frozenCopy } from "../core/frozen-copy.js";
import type { OperationName } from "../core/operations.js";
import { type Random, seededRandom } from "../core/random.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { EngineRuleDefinition } from "./end-definition.js";
import type { FaultFields } from "./fault-definition.js";
import { HeldRequests } from "./hold.js";
import { type AnyMatch, matches } from "./match.js";
import type { RuleSelector } from "./selector.js";

/** An override: a response as data, or the function that a test gave to `use()`. */
export interface OverrideFields extends RuleSelector {
  status?: number | undefined;
  body?: unknown;
  resolver?: ((request: never) => unknown) | undefined;
}

/** The fields of the rules that each helper adds. Ids begin with these names; an engine rule is a `rule`. */
export interface RuleFields {
  fault: FaultFields;
  gate: RuleSelector;
  override: OverrideFields;
  rule: EngineRuleDefinition;
}

/** By what a rule was added. */
export type RuleKind = keyof RuleFields;

/** A rule as it is kept. */
export interface StoredRule<Kind extends RuleKind = RuleKind> {
  readonly id: string;
  readonly kind: Kind;
  fields: RuleFields[Kind];
  /** How many requests or calls it applied to so far. */
  used: number;
  /** How many that matched it has let pass, because of `skip`. */
  passed: number;
  readonly chances: Random;
  readonly held: HeldRequests;
}

/** The rules of a service. */
export class Rules {
  readonly #seed: number;
  /** The oldest first: matching goes the other way. */
  readonly #rules = new Map<string, StoredRule>();
  /** The rules of a kind that may be about an operation, in matching order, until a rule changes. */
  readonly #candidates = new Map<string, readonly StoredRule[]>();
  readonly #counts = new Map<RuleKind, number>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** All rules, in matching order. */
  tried(): StoredRule[] {
    return [...this.#rules.values()].reverse();
  }

  /** The rule with an id, when it is of a kind; by default of any. */
  get<Kind extends RuleKind>(id: string, kind?: Kind): StoredRule<Kind> | undefined {
    const rule = this.#rules.get(id);
    // It has the kind that was asked for, or any will do.
    return kind === undefined || rule?.kind === kind ? (rule as StoredRule<Kind> | undefined) : undefined;
  }

  /** The id of the next rule of a kind. */
  nextId(kind: RuleKind): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `${kind}-${count}`;
  }

  /** Adds a rule that was checked. */
  insert<Kind extends RuleKind>(kind: Kind, fields: RuleFields[Kind], id = this.nextId(kind)): StoredRule<Kind> {
    const ordinal = Number(id.slice(kind.length + 1));
    const rule: StoredRule<Kind> = {
      id,
      kind,
      fields: kept(fields),
      used: 0,
      passed: 0,
      chances: seededRandom(this.#seed, `chance of a ${kind}`, ordinal),
      held: new HeldRequests(() => targetText(rule.fields)),
    };
    this.#rules.set(id, rule);
    this.#candidates.clear();
    return rule;
  }

  /** Gives a rule other fields, which were checked. It keeps its place. */
  change<Kind extends RuleKind>(rule: StoredRule<Kind>, fields: RuleFields[Kind]): void {
    rule.fields = kept(fields);
    this.#candidates.clear();
    if (fields.enabled === false) rule.held.letGo();
  }

  /** Removes a rule; false when there is none with this id and of this kind. */
  remove(id: string, kind?: RuleKind): boolean {
    const rule = this.get(id, kind);
    if (!rule) return false;
    this.#rules.delete(id);
    this.#candidates.clear();
    rule.held.release();
    return true;
  }

  /** Removes every rule, or those of a kind. */
  clear(kind?: RuleKind): void {
    for (const id of [...this.#rules.keys()]) this.remove(id, kind);
  }

  /** Lets every request go on that a rule holds. */
  letGo(): void {
    for (const { held } of this.#rules.values()) held.letGo();
  }

  /** Removes every rule, and counts ids from the beginning again. */
  reset(): void {
    this.clear();
    this.#counts.clear();
  }

  /** Whether there are rules of a kind that may be about an operation. If not, attributes need not be read. */
  has(kind: RuleKind, operation: OperationName | null): boolean {
    return this.#candidatesFor(kind, operation).length > 0;
  }

  /**
   * The rules of a kind that apply, in matching order. Each of them is counted.
   *
   * @param attributes the fields of a request or of a call
   * @param use whether a rule that matches has something to do; one that has not is not counted. By default it has
   */
  take<Kind extends RuleKind>(
    kind: Kind,
    attributes: AnyMatch,
    use: (rule: StoredRule<Kind>) => boolean = () => true,
  ): StoredRule<Kind>[] {
    // They are of this kind.
    const candidates = this.#candidatesFor(kind, attributes.operation) as readonly StoredRule<Kind>[];
    const taken = candidates.filter((rule) => meets(rule, attributes) && use(rule));
    for (const rule of taken) rule.used += 1;
    return taken;
  }

  /** The first rule of a kind that applies. Whoever takes it settles it. */
  takeFirst<Kind extends RuleKind>(kind: Kind, attributes: AnyMatch): StoredRule<Kind> | undefined {
    let tried = 0;
    return this.take(kind, attributes, () => tried++ === 0)[0];
  }

  /** Ends a use of a rule, and removes a rule that is used up. A use that came to nothing does not count. */
  settle(rule: StoredRule, { counts }: { counts: boolean }): void {
    if (!counts) rule.used -= 1;
    else if (rule.used >= limitOf(rule.fields) && this.#rules.get(rule.id) === rule) this.remove(rule.id);
  }

  /** In matching order. Kept, for every request asks. A call has no operation. */
  #candidatesFor(kind: RuleKind, operation: unknown): readonly StoredRule[] {
    const key = `${kind} ${operation}`;
    const known = this.#candidates.get(key);
    if (known) return known;
    const candidates = this.tried().filter((rule) => isAbout(rule, kind, operation));
    this.#candidates.set(key, candidates);
    return candidates;
  }
}

/** Whether a rule is of a kind, and about an operation or about all. */
function isAbout({ kind, fields }: StoredRule, wanted: RuleKind, operation: unknown): boolean {
  const own = operationOf(fields);
  return kind === wanted && (own === undefined || own === operation);
}

/** Whether a rule applies to what has these attributes. */
function meets(rule: StoredRule, attributes: AnyMatch): boolean {
  const { enabled = true, match = {}, skip = 0, probability = 1 } = rule.fields;
  const isUsable = enabled && rule.used < limitOf(rule.fields);
  if (!isUsable || !matches(match, attributes)) return false;
  // Drawn for each that matches, so that the chances of one rule do not depend on another.
  const isLikely = rule.chances.chance(probability);
  if (rule.passed >= skip) return isLikely;
  rule.passed += 1;
  return false;
}

/** How often a rule applies at most: a sequence as often as it has steps. */
export function limitOf({
  times = Number.POSITIVE_INFINITY,
  sequence,
}: RuleSelector & Pick<FaultFields, "sequence">): number {
  return sequence?.length ?? times;
}

/** The operation whose requests a rule is about; undefined for several. */
function operationOf({ operation, upload }: RuleSelector & Pick<FaultFields, "upload">): OperationName | undefined {
  return upload === undefined ? operation : "uploadRecording";
}

function targetText({ operation, match = {} }: RuleSelector): string {
  return `${operation} ${JSON.stringify(match)}`;
}

/** A copy, whatever becomes of the caller's objects: what is not given, or is as by default, is left out. */
function kept<Fields extends RuleSelector>(fields: Fields): Fields {
  const enabled = fields.enabled === false ? false : undefined;
  // What is taken away may be missing: each of them is optional.
  return frozenCopy(withoutUndefined({ ...fields, enabled })) as Fields;
}
