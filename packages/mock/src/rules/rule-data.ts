/** Rules of every kind as data in one form, and the controls of the whole list. */
import * as z from "zod";
import { checkShape, meantName } from "../core/check-shape.js";
import { invalidFields, invalidValue, MockServiceError, UnknownFieldError } from "../core/mock-service-error.js";
import type { OperationName } from "../core/operations.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { EngineRules } from "./end.js";
import type { CallEndDefinition } from "./end-definition.js";
import type { Failure } from "./fail.js";
import { checkFault, type FaultFields, type FaultStepFields } from "./fault-definition.js";
import { checkGate } from "./gates.js";
import type { AnyMatch } from "./match.js";
import { checkOverride } from "./respond.js";
import { limitOf, type OverrideFields, type RuleFields, type RuleKind, type Rules, type StoredRule } from "./rules.js";
import type { RuleCount } from "./selector.js";
import type { LognormalLatency } from "./slow.js";

/** What a rule does: requests are slow, fail, or both; they are held; they get this response; or calls end so. */
export interface RuleEffect {
  slow?: { latencyMs?: number | LognormalLatency; bytesPerSecond?: number; when?: "before" | "after" };
  fail?: Failure & { cutAfterBytes?: number };
  hold?: true;
  /** `"resolver"` for a function that a test gave to `use()`. */
  respond?: { status: number; body?: unknown } | "resolver";
  end?: CallEndDefinition;
}

/** A rule as data. */
export interface RuleDefinition extends RuleCount {
  /** Which requests it is about, or by `match` which calls. @default all */
  when?: { operation?: OperationName | undefined; match?: AnyMatch | undefined };
  /** A list has effects, or "pass", for each request that matches, in order. After the last one, requests pass. */
  then: RuleEffect | readonly (RuleEffect | "pass")[];
}

/** A rule of the list. */
export interface Rule extends RuleDefinition {
  readonly id: string;
  readonly enabled: boolean;
  /** How many requests or calls it applied to so far. */
  readonly used: number;
  /** Of a rule that holds requests: how many it holds now. */
  readonly held?: number;
}

/** What is changed of a rule. Fields that are not given stay. */
export interface RuleChange extends Partial<Omit<RuleDefinition, "times">>, Partial<RulePlace> {
  /** Null for no limit. */
  times?: number | null | undefined;
}

/** A place in the order in which rules are tried. */
export interface RulePlace {
  /** The id of the rule that comes next; null for the last place. */
  before: string | null;
}

/** Faults, gates, overrides and engine rules, as one list. Reached as `service.rules`. */
export interface RuleControls {
  /** All rules, in the order in which they are tried: the newest first, unless they were moved. */
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
  /**
   * Moves a rule to another place.
   *
   * @throws {RangeError} when there is no rule with this id
   * @throws {MockServiceError} when there is none with the id `before`
   */
  move(id: string, place: RulePlace): void;
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
    if (!rule) throw new RangeError(`There is no rule "${id}"${this.#meant(id) || "."}`);
    const { before, enabled = rule.fields.enabled, ...others } = withoutUndefined(checkShape(changeSchema, change));
    const next = before === undefined ? rule : this.#ruleBefore(before);
    // What stays is not checked again: the category of a rule may be gone, and the rule can be switched off all the same.
    const fields = Object.keys(others).length === 0 ? rule.fields : this.#changed(rule, others);
    this.#rules.change(rule, withoutUndefined({ ...fields, enabled: enabled === false ? false : undefined }));
    if (next !== rule) this.#rules.move(rule, next);
  }

  enable(id: string): void {
    this.update(id, { enabled: true });
  }

  disable(id: string): void {
    this.update(id, { enabled: false });
  }

  move(id: string, { before }: RulePlace): void {
    this.update(id, { before });
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
    try {
      // A resolver was checked when it was given: a status stands in for it.
      if (resolver) return { ...this.#checks[kind]({ ...fields, status: 500 }), status: undefined, resolver };
      return this.#checks[kind](fields);
    } catch (error) {
      throw placedInRule(error, kind);
    }
  }

  #ruleBefore(id: string | null): StoredRule | null {
    if (id === null) return null;
    const rule = this.#rules.get(id);
    if (rule) return rule;
    throw invalidValue("before", `must be the id of a rule, or null: there is no "${id}"${this.#meant(id)}`);
  }

  #meant(id: string): string {
    const ids = this.#rules.tried().map((rule) => rule.id);
    const meant = meantName(id, ids);
    return meant === undefined ? "" : `; did you mean "${meant}"?`;
  }
}

/** An object that has these fields; what they can be is checked by the rule's kind. */
function objectOf(...names: string[]) {
  return z.strictObject(Object.fromEntries(names.map((name) => [name, z.unknown().optional()])));
}

const requestEffect = z.strictObject({
  slow: objectOf("latencyMs", "bytesPerSecond", "when").optional(),
  fail: objectOf("status", "body", "retryAfter", "network", "cutAfterBytes", "when").optional(),
});

const effect = requestEffect.extend({
  hold: z.literal(true).optional(),
  respond: z.union([z.literal("resolver"), objectOf("status", "body")]).optional(),
  end: objectOf("complete", "fail", "stall", "afterMs", "afterPolls").optional(),
});

const effects = "must be one of fail, slow, hold, respond and end, or a list";

// What is not checked here is by its kind.
const definitionSchema = z.strictObject({
  enabled: z.boolean().optional(),
  when: objectOf("operation", "match").optional(),
  ...objectOf("times", "skip", "probability").shape,
  then: z.union([effect, z.array(z.union([z.literal("pass"), requestEffect])).min(1)], {
    error: ({ input }) => (typeof input === "object" && input !== null ? undefined : effects),
  }),
}) as unknown as z.ZodType<RuleDefinition>;

const changeSchema = z.strictObject({
  ...(definitionSchema as unknown as z.ZodObject).partial().shape,
  before: z.string().nullable().optional(),
}) as unknown as z.ZodType<RuleChange>;

function isList(then: RuleDefinition["then"]): then is readonly (RuleEffect | "pass")[] {
  return Array.isArray(then);
}

function kindOf({ then }: RuleDefinition): RuleKind {
  if (isList(then)) return "fault";
  const { slow, fail, hold, respond, end } = then;
  const given = Object.entries({ fault: slow ?? fail, gate: hold, override: respond, rule: end });
  const [kind, ...others] = given.filter(([, value]) => value !== undefined).map(([name]) => name as RuleKind);
  if (kind === undefined || others.length > 0) throw invalidValue("then", `${effects}; slow and fail go together`);
  return kind;
}

/** A rule in the form that its helper takes. */
function fieldsOf({ when, then, ...counts }: RuleDefinition): object {
  const selector = { ...when, ...counts };
  if (isList(then)) return { ...selector, sequence: then.map((each) => (each === "pass" ? each : stepOf(each))) };
  return { ...selector, ...stepOf(then), ...(typeof then.respond === "object" && then.respond), ...then.end };
}

function stepOf({ slow, fail }: RuleEffect): object {
  const { bytesPerSecond, ...delay } = slow ?? {};
  const { cutAfterBytes, ...failure } = fail ?? {};
  if (slow?.when !== undefined && fail?.when !== undefined && slow.when !== fail.when)
    throw invalidValue("then.slow.when", "must be that of fail");
  const upload = withoutUndefined({ bytesPerSecond, cutAfterBytes });
  return { ...delay, ...failure, ...(Object.keys(upload).length > 0 && { upload }) };
}

function listedRule(rule: StoredRule): Rule {
  const { id, kind, used, held, fields } = rule;
  const { when, then, ...counts } = definitionOf(rule);
  const listed = { id, enabled: fields.enabled !== false, when, ...counts, then, used };
  return kind === "gate" ? { ...listed, held: held.count } : listed;
}

/** A rule in the form that all rules have. */
function definitionOf({ kind, fields }: StoredRule): RuleDefinition {
  const { operation, match, times, skip, probability, enabled: _, ...effect } = fields as Partial<FaultFields>;
  const counts = withoutUndefined({ times, skip, probability });
  return { when: withoutUndefined({ operation, match }), ...counts, then: thenOf(kind, effect) };
}

function thenOf(kind: RuleKind, fields: Partial<FaultFields>): RuleDefinition["then"] {
  switch (kind) {
    case "fault":
      return fields.sequence
        ? fields.sequence.map((each) => (each === "pass" ? each : effectOf(each)))
        : effectOf(fields);
    case "gate":
      return { hold: true };
    case "override": {
      const { resolver, status = 200, body } = fields as OverrideFields;
      return { respond: resolver ? "resolver" : withoutUndefined({ status, body }) };
    }
    case "rule":
      return { end: fields as CallEndDefinition };
  }
}

function effectOf({ latencyMs, upload, when, ...failure }: FaultStepFields): RuleEffect {
  const { bytesPerSecond, cutAfterBytes }: { bytesPerSecond?: number; cutAfterBytes?: number } = upload ?? {};
  const parts = { slow: { latencyMs, bytesPerSecond }, fail: { ...failure, cutAfterBytes } };
  const given = Object.entries(parts).map(([name, part]) => [name, withoutUndefined(part)] as const);
  const timing = withoutUndefined({ when });
  return Object.fromEntries(
    given.filter(([, part]) => Object.keys(part).length > 0).map(([name, part]) => [name, { ...part, ...timing }]),
  );
}

/** An error about the fields of a helper, with the places that these have in a rule. */
function placedInRule(error: unknown, kind: RuleKind): unknown {
  if (!(error instanceof MockServiceError || error instanceof UnknownFieldError)) return error;
  const fields = error.fields.map((field) => ({ ...field, path: placeOf(field.path, kind) }));
  return error instanceof UnknownFieldError ? new UnknownFieldError(fields) : invalidFields(error.kind, fields);
}

const places = { gate: "then.hold", override: "then.respond", rule: "then.end" } as const;

function placeOf(path: string, kind: RuleKind): string {
  if (/^(operation|match)\b/.test(path)) return `when.${path}`;
  if (/^(times|skip|probability)$/.test(path)) return path;
  if (kind !== "fault") return joined(places[kind], path);
  const [, index, field = ""] = /^(?:sequence(?:\[(\d+)\])?\.?)?(.*)$/.exec(path) ?? [];
  const then = index === undefined ? "then" : `then[${index}]`;
  if (field === "upload") return then;
  if (/^latencyMs/.test(field)) return `${then}.slow.${field}`;
  const place = field.replace(/^upload\./, "");
  return place === "" ? then : joined(`${then}.${place === "bytesPerSecond" ? "slow" : "fail"}`, place);
}

function joined(place: string, path: string): string {
  return path === "" ? place : `${place}.${path}`;
}
