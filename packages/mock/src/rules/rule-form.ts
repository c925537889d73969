/** The form that rules of every kind have as data, and how it becomes the form that the rule's helper takes. */
import * as z from "zod";
import { invalidValue, joinedPath } from "../core/mock-service-error.js";
import type { OperationName } from "../core/operations.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { CallEndDefinition } from "./end-definition.js";
import type { Failure } from "./fail.js";
import type { FaultFields, FaultStepFields } from "./fault-definition.js";
import type { AnyMatch } from "./match.js";
import type { OverrideFields, RuleKind, StoredRule } from "./rules.js";
import type { RuleCount } from "./selector.js";

/** What a rule does: requests are slow, fail, or both; they are held; they get this response; or calls end so. */
export interface RuleEffect {
  slow?: { latencyMs?: number; bytesPerSecond?: number; when?: "before" | "after" };
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

/** The shape of a rule. What its fields can be is checked as its helper takes them. */
export const definitionSchema = z.strictObject({
  enabled: z.boolean().optional(),
  when: objectOf("operation", "match").optional(),
  ...objectOf("times", "skip", "probability").shape,
  then: z.union([effect, z.array(z.union([z.literal("pass"), requestEffect])).min(1)], { error: effects }),
}) as unknown as z.ZodType<RuleDefinition>;

function isList(then: RuleDefinition["then"]): then is readonly (RuleEffect | "pass")[] {
  return Array.isArray(then);
}

/** By which helper a rule could have been added. @throws {MockServiceError} when it does nothing, or several things */
export function kindOf({ then }: RuleDefinition): RuleKind {
  if (isList(then)) return "fault";
  const { slow, fail, hold, respond, end } = then;
  const given = Object.entries({ fault: slow ?? fail, gate: hold, override: respond, rule: end });
  const [kind, ...others] = given.filter(([, value]) => value !== undefined).map(([name]) => name as RuleKind);
  if (kind === undefined || others.length > 0) throw invalidValue("then", `${effects}; slow and fail go together`);
  return kind;
}

/** A rule in the form that its helper takes. */
export function fieldsOf({ when, then, ...counts }: RuleDefinition): object {
  const selector = { ...when, ...counts };
  if (isList(then))
    return { ...selector, sequence: then.map((each, at) => (each === "pass" ? each : stepOf(each, `then[${at}]`))) };
  return { ...selector, ...stepOf(then, "then"), ...(typeof then.respond === "object" && then.respond), ...then.end };
}

function stepOf({ slow, fail }: RuleEffect, place: string): object {
  const { bytesPerSecond, ...delay } = slow ?? {};
  const { cutAfterBytes, ...failure } = fail ?? {};
  if (slow?.when !== undefined && fail?.when !== undefined && slow.when !== fail.when)
    throw invalidValue(`${place}.slow.when`, "must be that of fail");
  const upload = withoutUndefined({ bytesPerSecond, cutAfterBytes });
  return { ...delay, ...failure, ...(Object.keys(upload).length > 0 && { upload }) };
}

/** A rule in the form that all rules have. */
export function definitionOf({ kind, fields }: StoredRule): RuleDefinition {
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
      return { respond: resolver ? "resolver" : { status, ...withoutUndefined({ body }) } };
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

const places = { gate: "then.hold", override: "then.respond", rule: "then.end" } as const;

/** The place in a rule of a field of its helper. */
export function placeOf(path: string, kind: RuleKind): string {
  if (/^(operation|match)\b/.test(path)) return `when.${path}`;
  if (/^(times|skip|probability)$/.test(path)) return path;
  if (kind !== "fault") return joinedPath(places[kind], path);
  const [, index, field = ""] = /(?:sequence(?:\[(\d+)\])?\.?)?(.*)/.exec(path) ?? [];
  const then = index === undefined ? "then" : `then[${index}]`;
  if (field === "upload") return then;
  if (field === "latencyMs") return `${then}.slow.latencyMs`;
  const place = field.replace(/^upload\./, "");
  return place === "" ? then : `${then}.${place === "bytesPerSecond" ? "slow" : "fail"}.${place}`;
}
