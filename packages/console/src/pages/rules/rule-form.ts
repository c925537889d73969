/** The rule form's values as texts, and their conversion to and from a rule. */
import type { Rule, RuleEffects } from "@call-analysis/mock";
import { type MatchRow, matchOf, rowsOf } from "../../operations/match-fields.tsx";
import { type RuleKind, type Step as RuleStep, stepsOf } from "../../operations/rule-texts.ts";
import { FormValueError, jsonOf, numberOf, scoreOf } from "../../ui/form-problems.ts";
import type { FormState } from "../../ui/use-form.ts";

/** What happens, as the form offers it. `other`: a rule that the form cannot show, which keeps what it does. */
export type Happening = "lost" | "fail" | "slow" | "upload" | "sequence" | "hold" | "end" | "other";

/** One thing that happens to a request. */
export interface Step {
  /** Stays the same when other steps are moved or removed. */
  key: string;
  /** `status`, `latency`, `bandwidth`, `cutAfterBytes` or `pass`; or a field of `break` and its value, such as `network reset`. */
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
  end: EndForm;
  times: string;
  skip: string;
  probability: string;
}

/** Props shared by the parts of the form. */
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

/** The form's initial values. */
export function newRuleForm(operation: string, kind: RuleKind = "fault"): RuleForm {
  const form: RuleForm = {
    happening: "fail",
    operation,
    rows: [],
    steps: [newStep()],
    end: { end: "complete", score: "", outcomeLabel: "", parts: "", reason: "", time: "planned", amount: "" },
    times: "1",
    skip: "",
    probability: "",
  };
  const fault: Happening = operation === "" ? "lost" : "fail";
  const first = { fault, gate: "hold", end: "end" } as const satisfies Record<RuleKind, Happening>;
  return { ...form, ...happeningChange(first[kind], form) };
}

/** The step that the form begins with, where it is not a status. */
const firstSteps: Partial<Record<Happening, Partial<Step>>> = {
  lost: { how: "network error", when: "after" },
  slow: { how: "latency", latencyMs: "1000" },
  upload: { how: "cutAfterBytes", bytes: "1000" },
};

/** How often the form lets it happen at first. Everything else happens always. */
const firstTimes: Partial<Record<Happening, string>> = { lost: "1", fail: "1", upload: "1" };

/** The operation of effects that only one operation can have; undefined for others. */
const fixedOperations: Partial<Record<Happening, string>> = { lost: "createCall", upload: "uploadRecording", end: "" };

/** What changes when something else is to happen: what was entered stays, where that fits. */
export function happeningChange(happening: Happening, form: RuleForm): Partial<RuleForm> {
  const operation = fixedOperations[happening] ?? form.operation;
  const isOfOthers = (happening === "end") !== (form.happening === "end");
  return {
    happening,
    operation: happening === "hold" ? operation || "createCall" : operation,
    ...(happening !== "sequence" && { steps: [{ ...newStep(), ...firstSteps[happening] }] }),
    ...((isOfOthers || operation !== form.operation) && { rows: [] }),
    times: firstTimes[happening] ?? "",
  };
}

/** The rule that was entered. Whether it is one is checked by the fake. @throws {FormValueError} when it cannot be sent */
export function definitionOf(form: RuleForm): Omit<Rule, "id" | "enabled" | "used"> {
  const { operation, rows, times, skip, probability } = form;
  const then = thenOf(form);
  // Text that is not a number is sent unchanged, so that the fake refuses it at the field.
  const counts = { times: numberOf(times), skip: numberOf(skip), probability: numberOf(probability) } as object;
  const when = { operation: operation === "" ? undefined : operation, match: matchOf(rows) } as Rule["when"] & object;
  return { when, ...counts, then };
}

/** The patch that turns a rule into the entered one. An emptied field counts as never given. */
export function changeOf(form: RuleForm): object {
  const { then, ...definition } = definitionOf(form);
  const { times = null, skip = 0, probability = 1, ...rest } = definition;
  const limit = form.happening === "sequence" ? {} : { times };
  return { ...rest, ...limit, skip, probability, ...(form.happening !== "other" && { then }) };
}

function thenOf({ happening, steps, end }: RuleForm): Rule["then"] {
  switch (happening) {
    case "sequence":
      return { sequence: steps.map(effectsOf) };
    case "hold":
      return { hold: true };
    case "end":
      return { end: { ...endOf(end), ...timeOf(end) } };
    default: {
      const [step = newStep()] = steps;
      // Only a sequence lets requests pass.
      return effectsOf(step) as RuleEffects;
    }
  }
}

function effectsOf({ how, status, retryAfter, body, bytes, latencyMs, when }: Step): RuleStep {
  if (how === "pass") return "pass";
  const [field = "", value = ""] = how.split(" ");
  const timing = when === "after" ? { when } : {};
  const delayMs = numberOf(latencyMs);
  const effects = {
    ...((delayMs !== undefined || how === "latency") && {
      // Without a number the fake says what is missing.
      delayMs: when === "after" && delayMs !== undefined ? { after: delayMs } : (delayMs ?? ""),
    }),
    ...(field === "status" && {
      respond: {
        status: numberOf(status) ?? "",
        retryAfter: numberOf(retryAfter),
        ...(body !== "" && { body: objectOrText(body) }),
        ...timing,
      },
    }),
    ...(field === "network" && { break: { network: value, ...timing } }),
    ...(field === "body" && { break: { body: value } }),
    ...(field === "cutAfterBytes" && { break: { cutAfterBytes: numberOf(bytes) ?? "" } }),
    ...(field === "bandwidth" && { bandwidth: numberOf(bytes) ?? "" }),
  };
  // Text that is not a number is sent unchanged, so that the fake refuses it at the field.
  return JSON.parse(JSON.stringify(effects));
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
      const number = scoreOf(score, "then.end.complete.score");
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
  const empty = { ...newRuleForm(""), operation: when?.operation ?? "" };
  const numbers = { times: textOf(times), skip: textOf(skip || undefined), probability: textOf(probability) };
  const form: RuleForm = { ...empty, ...numbers, rows: rowsOf(when?.match), steps: stepsOf(rule).map(stepOf) };
  const [step] = stepsOf(rule);
  const effects = step === "pass" ? {} : (step ?? {});
  const shown: RuleForm = {
    ...form,
    happening: "sequence" in then ? "sequence" : happeningOf(effects, when),
    ...(effects.end && { end: endFormOf(effects.end) }),
  };
  return isShown(shown, rule) ? shown : { ...form, happening: "other" };
}

function happeningOf(
  { hold, end, respond, break: broken, bandwidth, delayMs }: RuleEffects,
  when: Rule["when"],
): Happening {
  if (hold || end) return hold ? "hold" : "end";
  const isLost = broken?.network === "error" && broken.when === "after" && delayMs === undefined;
  if (isLost && when?.operation === "createCall") return "lost";
  if (bandwidth !== undefined || broken?.cutAfterBytes !== undefined) return "upload";
  return respond || broken ? "fail" : "slow";
}

/** Whether what a form has entered is all that the rule does. */
function isShown(form: RuleForm, rule: Rule): boolean {
  return form.happening === "end" || sortedText(thenOf(form)) === sortedText(rule.then);
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function stepOf(effects: RuleStep): Step {
  if (effects === "pass") return newStep("pass");
  const { respond, break: { cutAfterBytes, when } = {}, bandwidth, delayMs } = effects;
  const given = typeof respond === "object" ? respond : undefined;
  const late = typeof delayMs === "object" ? delayMs.after : delayMs;
  return {
    ...newStep(howOf(effects)),
    ...(given && {
      status: textOf(given.status),
      retryAfter: textOf(given.retryAfter),
      body: textOf(given.body),
    }),
    bytes: textOf(bandwidth ?? cutAfterBytes),
    latencyMs: textOf(late),
    when: given?.when ?? when ?? (typeof delayMs === "object" ? "after" : "before"),
  };
}

function howOf({ respond, break: broken, bandwidth }: RuleEffects): string {
  if (bandwidth !== undefined) return "bandwidth";
  if (respond) return "status";
  if (broken?.cutAfterBytes !== undefined) return "cutAfterBytes";
  if (broken?.network !== undefined) return `network ${broken.network}`;
  return broken ? `body ${broken.body}` : "latency";
}

function endFormOf({ complete, fail, stall, afterMs, afterPolls }: NonNullable<RuleEffects["end"]>): EndForm {
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
