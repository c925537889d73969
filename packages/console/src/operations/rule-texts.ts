/** What a rule says, in words: to which requests or calls it applies, what then happens, and how often. */
import type { Rule, RuleEffect } from "@call-analysis/mock";
import { countText, numberText } from "../ui/format.ts";
import type { Tone } from "../ui/status.tsx";

/** By what a rule is called: the first part of its id. */
export type RuleKind = "fault" | "gate" | "override" | "rule";

/** The kind of a rule. */
export function kindOf({ then }: Pick<Rule, "then">): RuleKind {
  const { hold, respond, end } = then as RuleEffect;
  if (hold) return "gate";
  if (respond) return "override";
  return end ? "rule" : "fault";
}

/** Which requests or calls a rule is about, before its match. Uploads need no operation. */
export function subjectText(rule: Rule): string {
  if (kindOf(rule) === "rule") return "a call is created";
  const { slow, fail } = rule.then as RuleEffect;
  const isOfUploads = slow?.bytesPerSecond !== undefined || fail?.cutAfterBytes !== undefined;
  return rule.when?.operation ?? (isOfUploads ? "uploadRecording" : "any request");
}

/** What happens, one text for each step of a sequence. */
export function thenTexts({ then }: Pick<Rule, "then">): string[] {
  // A list has no effects but its steps.
  return (Array.isArray(then) ? then : [then]).map((effect: RuleEffect | "pass") => effectText(effect));
}

/** How a rule's effect looks: as bad as it is for who meets it. */
export function toneOf(rule: Pick<Rule, "then">): Tone {
  const { end } = rule.then as RuleEffect;
  if (end) return end.fail ? "bad" : end.complete ? "good" : "warn";
  return kindOf(rule) === "fault" ? "warn" : "accent";
}

const networkTexts = {
  reset: "gets its connection reset",
  error: "ends without a response",
  timeout: "never gets a response",
};

const bodyTexts: Readonly<Record<string, string>> = {
  truncate: "gets half of its response, then the connection breaks",
  stall: "gets half of its response, and nothing more",
  "slow-chunks": "gets its response in small pieces",
  empty: "gets a response with nothing in it",
  malformed: "gets a response that is not JSON",
};

function effectText(effect: RuleEffect | "pass"): string {
  if (effect === "pass") return "passes";
  const { slow, fail, hold, respond, end } = effect;
  if (hold) return "is held until you release it";
  if (respond === "resolver") return "gets what a function of your test returns";
  if (respond) return `gets your response with status ${respond.status}`;
  if (end) return endText(end);
  const texts = [
    failText(fail),
    slow?.bytesPerSecond !== undefined && `uploads ${numberText(slow.bytesPerSecond)} bytes a second`,
    slow?.latencyMs !== undefined && `is ${numberText(slow.latencyMs)} ms late`,
  ];
  const isAfter = fail?.when === "after" || slow?.when === "after";
  return `${texts.filter((text) => typeof text === "string").join(", ")}${isAfter ? ", after the service has acted" : ""}`;
}

function failText({ status, retryAfter, network, body, cutAfterBytes }: NonNullable<RuleEffect["fail"]> = {}) {
  if (status !== undefined)
    return `fails with status ${status}${retryAfter === undefined ? "" : `, Retry-After ${retryAfterText(retryAfter)}`}`;
  if (network !== undefined) return networkTexts[network];
  if (cutAfterBytes !== undefined) return `breaks after ${numberText(cutAfterBytes)} bytes of its upload`;
  return body !== undefined && (bodyTexts[String(body)] ?? `body ${String(body)}`);
}

function retryAfterText(retryAfter: number | string | Date): string {
  return typeof retryAfter === "number" ? `${retryAfter} s` : String(retryAfter);
}

function endText({ complete, fail, stall, afterMs, afterPolls }: NonNullable<RuleEffect["end"]>): string {
  const time =
    afterMs !== undefined
      ? ` after ${numberText(afterMs)} ms`
      : afterPolls !== undefined
        ? ` after ${countText(afterPolls, "poll")}`
        : "";
  if (fail) {
    const reason = typeof fail === "object" ? fail.reason : fail;
    return `it fails${time}${typeof reason === "string" ? `: ${reason}` : ""}`;
  }
  if (stall) return "it stays processing";
  if (!complete) return `it ends${time}, as it would without the rule`;
  const { score, outcomeLabel, ...others } = complete === true ? {} : complete;
  const parts = [
    score !== undefined && `score ${numberText(score)}`,
    outcomeLabel !== undefined && `“${outcomeLabel}”`,
    ...Object.keys(others),
  ];
  const given = parts.filter((part) => typeof part === "string");
  return `it completes${time}${given.length === 0 ? "" : ` with ${given.join(", ")}`}`;
}

/** How often a rule has applied, and what is left of it. */
export function countsText(rule: Rule): string {
  const { used, times, skip = 0, passed = 0, probability = 1, then } = rule;
  const limit = Array.isArray(then) ? then.length : times;
  const letPass = Math.max(0, skip - passed);
  const texts = [
    limit === undefined ? usedText(used) : `used ${used} of ${limit}, ${limit - used} left`,
    letPass > 0 && `the next ${letPass === 1 ? "one passes" : `${letPass} pass`}`,
    probability < 1 && `with probability ${probability}`,
  ];
  return texts.filter((text) => text !== false).join(" · ");
}

function usedText(used: number): string {
  if (used === 0) return "not used yet";
  return `used ${used === 1 ? "once" : `${numberText(used)} times`}`;
}

/** The fields of a rule that are given when it is added. */
export function definitionOfRule({ id: _, used: __, held: ___, passed: ____, enabled, ...definition }: Rule): object {
  return enabled ? definition : { ...definition, enabled };
}
