/** What the form of rules has entered, as texts; the rule that it means; and the form of a rule that there is. */
import type { Rule, RuleEffect } from "@call-analysis/mock";
import { type MatchRow, matchOf, rowsOf } from "../../operations/match-fields.tsx";
import { kindOf, type RuleKind } from "../../operations/rule-texts.ts";
import { FormValueError, jsonOf, numberOf } from "../../ui/form-problems.ts";
import type { FormState } from "../../ui/use-form.ts";

/** What happens, as the form offers it. */
export type Happening = "fail" | "slow" | "upload" | "sequence" | "hold" | "respond" | "end";

/** Which of them a rule of each kind can have: a rule keeps its kind. */
export const happeningsOf: Readonly<Record<RuleKind, readonly Happening[]>> = {
  fault: ["fail", "slow", "upload", "sequence"],
  gate: ["hold"],
  override: ["respond"],
  rule: ["end"],
};

/** One thing that happens to a request. */
export interface Step {
  /** Stays the same when other steps are moved or removed. */
  key: string;
  /** `status`, `latency` or `pass`; or a field and its value, such as `network reset` or `upload cutAfterBytes`. */
  how: string;
  status: string;
  retryAfter: string;
  body: string;
  bytes: string;
  latencyMs: string;
  when: string;
}

/** Everything that was entered. */
export interface RuleForm {
  happening: Happening;
  /** Empty for every operation. */
  operation: string;
  rows: readonly MatchRow[];
  /** One, unless it is a sequence. */
  steps: readonly Step[];
  /** The response, where the rule gives one. Null for that of a function, which a form cannot change. */
  respond: { status: string; body: string } | null;
  end: EndForm;
  times: string;
  skip: string;
  probability: string;
}

/** What the parts of the form are given. */
export interface RuleFieldsProps {
  form: RuleForm;
  at: FormState["at"];
  onChange: (changes: Partial<RuleForm>) => void;
}

/** How calls end, and when. `planned`: as they would without the rule. */
export interface EndForm {
  end: "complete" | "fail" | "stall" | "planned";
  score: string;
  outcomeLabel: string;
  /** Other parts of the analysis, as JSON; empty for none. */
  parts: string;
  reason: string;
  time: "planned" | "afterMs" | "afterPolls";
  amount: string;
}

/** A step as the form begins with it. */
export function newStep(how = "status"): Step {
  const texts = { retryAfter: "", body: "", bytes: "", latencyMs: "", when: "before" };
  return { key: crypto.randomUUID(), how, status: "503", ...texts };
}

/** What the form begins with. */
export function newRuleForm(operation: string, kind: RuleKind = "fault"): RuleForm {
  const form: RuleForm = {
    happening: "fail",
    operation,
    rows: [],
    steps: [newStep()],
    respond: { status: "200", body: "" },
    end: { end: "complete", score: "", outcomeLabel: "", parts: "", reason: "", time: "planned", amount: "" },
    times: "1",
    skip: "",
    probability: "",
  };
  const [happening = "fail"] = happeningsOf[kind];
  return { ...form, ...happeningChange(happening, form) };
}

const firstHow: Partial<Record<Happening, string>> = { slow: "latency", upload: "upload cutAfterBytes" };

/** What changes when something else is to happen: what was entered stays, where that fits. */
export function happeningChange(happening: Happening, form: RuleForm): Partial<RuleForm> {
  const isForOne = happening === "hold" || happening === "respond";
  const isOfOthers = (happening === "end") !== (form.happening === "end");
  const isFault = happeningsOf.fault.includes(happening);
  return {
    happening,
    ...(happening !== "sequence" && { steps: [newStep(firstHow[happening])] }),
    ...(happening === "upload" && { operation: "uploadRecording" }),
    ...(happening === "end" && { operation: "" }),
    ...(isForOne && { operation: form.operation || "createCall" }),
    ...((isOfOthers || happening === "upload") && { rows: [] }),
    ...((happening === "sequence" || !isFault) && { times: "" }),
  };
}

/** The rule that was entered. Whether it is one is checked by the fake. @throws {FormValueError} when it cannot be sent */
export function definitionOf(form: RuleForm): Omit<Rule, "id" | "enabled" | "used"> {
  const { operation, rows, times, skip, probability } = form;
  const then = thenOf(form);
  // What is no number is sent as it is, and the fake says so at the field.
  const counts = { times: numberOf(times), skip: numberOf(skip), probability: numberOf(probability) } as object;
  const when = { operation: operation === "" ? undefined : operation, match: matchOf(rows) } as Rule["when"] & object;
  return { when, ...counts, then };
}

/** The change of a rule that gives it what was entered. What was emptied is as if it had never been given. */
export function changeOf(form: RuleForm): object {
  const { then, ...definition } = definitionOf(form);
  const { times = null, skip = 0, probability = 1, ...rest } = definition;
  const limit = form.happening === "sequence" ? {} : { times };
  return { ...rest, ...limit, skip, probability, ...(form.respond !== null && { then }) };
}

function thenOf({ happening, steps, respond, end }: RuleForm): Rule["then"] {
  switch (happening) {
    case "sequence":
      return steps.map(effectOf);
    case "hold":
      return { hold: true };
    case "respond":
      return respondOf(respond ?? { status: "", body: "" });
    case "end":
      return { end: { ...endOf(end), ...timeOf(end) } };
    default: {
      const [step = newStep()] = steps;
      // Only a sequence lets requests pass.
      return effectOf(step) as RuleEffect;
    }
  }
}

function effectOf({ how, status, retryAfter, body, bytes, latencyMs, when }: Step): RuleEffect | "pass" {
  if (how === "pass") return "pass";
  const [field = "", value = ""] = how.split(" ");
  const timing = when === "after" && field !== "body" ? { when } : {};
  const latency = numberOf(latencyMs);
  const slow = {
    ...(latency !== undefined && { latencyMs: latency }),
    ...(value === "bytesPerSecond" && { bytesPerSecond: numberOf(bytes) ?? "" }),
  };
  const fail = {
    // Without a number the fake says what is missing.
    ...(field === "status" && { status: numberOf(status) ?? "", retryAfter: numberOf(retryAfter) }),
    ...(field === "status" && body !== "" && { body: objectOrText(body) }),
    ...((field === "network" || field === "body") && { [field]: value }),
    ...(value === "cutAfterBytes" && { cutAfterBytes: numberOf(bytes) ?? "" }),
  };
  const isSlow = field === "latency" || Object.keys(slow).length > 0;
  const effect = {
    ...(isSlow && { slow: { ...slow, ...timing } }),
    ...(Object.keys(fail).length > 0 && { fail: { ...fail, ...timing } }),
  };
  // What is no number is sent as it is, and the fake says so at the field.
  return effect as RuleEffect;
}

/** JSON is a body of JSON; any other text is a text. */
function respondOf({ status, body }: { status: string; body: string }): RuleEffect {
  const respond = { status: numberOf(status) ?? "", body: body === "" ? undefined : parsed(body) };
  return { respond } as RuleEffect;
}

/** JSON that is no object means the same as its text: it is the body to the letter. */
function objectOrText(text: string): unknown {
  const value = parsed(text);
  return typeof value === "object" && value !== null ? value : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function endOf({ end, score, outcomeLabel, parts, reason }: EndForm): object {
  switch (end) {
    case "complete": {
      const others = parts.trim() === "" ? {} : jsonOf(parts, "then.end.complete");
      if (typeof others !== "object" || others === null || Array.isArray(others))
        throw new FormValueError("then.end.complete", "must be an object");
      const label = outcomeLabel === "" ? {} : { outcomeLabel };
      const number = numberOf(score);
      return { complete: { ...others, ...label, ...(number !== undefined && { score: number }) } };
    }
    case "fail":
      return { fail: reason === "" ? true : reason };
    case "stall":
      return { stall: true };
    case "planned":
      return {};
  }
}

function timeOf({ time, amount }: EndForm): object {
  return time === "planned" ? {} : { [time]: numberOf(amount) ?? "" };
}

/** The form of a rule that there is. */
export function formOf(rule: Rule): RuleForm {
  const { when, then, times, skip, probability } = rule;
  const empty = newRuleForm(when?.operation ?? "");
  const numbers = { times: textOf(times), skip: textOf(skip || undefined), probability: textOf(probability) };
  const form = { ...empty, ...numbers, rows: rowsOf(when?.match) };
  if (isSequence(then)) return { ...form, happening: "sequence", steps: then.map(stepOf) };
  const { respond, end } = then;
  if (respond === "resolver") return { ...form, happening: "respond", respond: null };
  if (respond)
    return { ...form, happening: "respond", respond: { status: textOf(respond.status), body: jsonText(respond.body) } };
  if (end) return { ...form, happening: "end", end: endFormOf(end) };
  if (kindOf(rule) === "gate") return { ...form, happening: "hold" };
  const step = stepOf(then);
  const happening = step.how === "latency" ? "slow" : step.how.startsWith("upload") ? "upload" : "fail";
  return { ...form, happening, steps: [step] };
}

function isSequence(then: Rule["then"]): then is readonly (RuleEffect | "pass")[] {
  return Array.isArray(then);
}

function stepOf(effect: RuleEffect | "pass"): Step {
  if (effect === "pass") return newStep("pass");
  const { slow: { latencyMs, bytesPerSecond } = {}, fail: { status, network, body, retryAfter, cutAfterBytes } = {} } =
    effect;
  return {
    ...newStep(howOf(effect)),
    ...(status !== undefined && { status: textOf(status), body: body === undefined ? "" : textOf(body) }),
    ...(network === undefined && { retryAfter: textOf(retryAfter) }),
    bytes: textOf(bytesPerSecond ?? cutAfterBytes),
    latencyMs: textOf(latencyMs),
    when: effect.fail?.when ?? effect.slow?.when ?? "before",
  };
}

function howOf({ slow = {}, fail = {} }: RuleEffect): string {
  if (slow.bytesPerSecond !== undefined) return "upload bytesPerSecond";
  if (fail.cutAfterBytes !== undefined) return "upload cutAfterBytes";
  if (fail.status !== undefined) return "status";
  if (fail.network !== undefined) return `network ${fail.network}`;
  return fail.body === undefined ? "latency" : `body ${String(fail.body)}`;
}

function endFormOf({ complete, fail, stall, afterMs, afterPolls }: NonNullable<RuleEffect["end"]>): EndForm {
  const { score, outcomeLabel = "", ...parts } = typeof complete === "object" ? complete : {};
  const reason = typeof fail === "object" ? fail.reason : fail;
  return {
    end: complete ? "complete" : fail ? "fail" : stall ? "stall" : "planned",
    score: textOf(score),
    outcomeLabel,
    parts: Object.keys(parts).length === 0 ? "" : jsonText(parts),
    reason: typeof reason === "string" ? reason : "",
    time: afterMs === undefined ? (afterPolls === undefined ? "planned" : "afterPolls") : "afterMs",
    amount: textOf(afterMs ?? afterPolls),
  };
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** As a person would write it: JSON, or a text that is not JSON. */
function jsonText(value: unknown): string {
  if (value === undefined) return "";
  const isPlain = typeof value === "string" && parsed(value) === value;
  return isPlain ? value : JSON.stringify(value, null, 2);
}
