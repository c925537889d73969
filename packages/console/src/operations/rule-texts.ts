/** A rule in words: the requests it applies to, its effects, and how often it applies. */
import type { Rule, RuleEffects } from "@call-analysis/mock";
import { countText, numberText } from "../ui/format.ts";
import type { Tone } from "../ui/status.tsx";

/** The effects of a rule on requests, or on the calls that they create. */
export type RuleKind = "fault" | "gate" | "end";

/** What happens to one request. */
export type Step = RuleEffects | "pass";

/** The steps of a rule: one, unless it is a sequence. */
export function stepsOf({ then }: Pick<Rule, "then">): readonly Step[] {
  return then.sequence ?? [then];
}

/** The kind of a rule, by the first of its steps that does something. */
export function kindOf(rule: Pick<Rule, "then">): RuleKind {
  const [first] = stepsOf(rule).flatMap((step) => (step === "pass" ? [] : [step]));
  return first?.hold ? "gate" : first?.end ? "end" : "fault";
}

/** Which requests a rule is about, before its match. Uploads and ends of calls need no operation. */
export function subjectText(rule: Pick<Rule, "when" | "then">): string {
  if (kindOf(rule) === "end") return "a call is created";
  const isOfUploads = stepsOf(rule).some(
    (step) => step !== "pass" && (step.bandwidth !== undefined || step.break?.cutAfterBytes !== undefined),
  );
  return rule.when?.operation ?? (isOfUploads ? "uploadRecording" : "any request");
}

/** What happens, one text for each step of a sequence. */
export function thenTexts(rule: Pick<Rule, "then">): string[] {
  return stepsOf(rule).map(effectText);
}

/** How a rule's effect looks: as bad as it is for who meets it. */
export function toneOf(rule: Pick<Rule, "then">): Tone {
  const [step] = stepsOf(rule);
  if (step === undefined || step === "pass") return "neutral";
  if (step.end) return step.end.fail ? "bad" : step.end.complete ? "good" : "warn";
  return step.hold || step.respond === "function" ? "accent" : "warn";
}

const networkTexts = {
  reset: "gets its connection reset",
  error: "ends without a response",
  timeout: "never gets a response",
};

const bodyTexts: Readonly<Record<string, string>> = {
  truncate: "gets half of its response, then the connection breaks",
  stall: "gets half of its response, and nothing more",
  empty: "gets an empty response",
  malformed: "gets a response that is not JSON",
};

function effectText(effects: Step): string {
  if (effects === "pass") return "passes";
  const { delayMs, respond, break: broken, bandwidth, hold, end } = effects;
  if (hold) return "is held until you release it";
  const texts = [
    respond && respondText(respond),
    broken && breakText(broken),
    bandwidth !== undefined && `uploads ${numberText(bandwidth)} bytes per second`,
    delayMs !== undefined && delayText(delayMs),
    end && endText(end),
  ];
  return texts.filter((text) => typeof text === "string").join(", ");
}

const afterText = ", after the service has acted";

function respondText(respond: NonNullable<RuleEffects["respond"]>): string {
  if (respond === "function") return "gets the result of a function in your test";
  const { status, retryAfter, body, when } = respond;
  const retry =
    retryAfter === undefined ? "" : `, Retry-After ${retryAfter}${typeof retryAfter === "number" ? " s" : ""}`;
  const given = body === undefined ? "" : " and your own body";
  return `gets status ${status}${given}${retry}${when === "after" ? afterText : ""}`;
}

function breakText({ network, when, body, cutAfterBytes }: NonNullable<RuleEffects["break"]>): string {
  if (network === "error" && when === "after") return "loses its response, after the service has acted";
  if (network !== undefined) return `${networkTexts[network]}${when === "after" ? afterText : ""}`;
  if (cutAfterBytes !== undefined) return `breaks after ${numberText(cutAfterBytes)} bytes of its upload`;
  return bodyTexts[String(body)] ?? `body ${body}`;
}

function delayText(delayMs: NonNullable<RuleEffects["delayMs"]>): string {
  return typeof delayMs === "number"
    ? `is ${numberText(delayMs)} ms late`
    : `is ${numberText(delayMs.after)} ms late${afterText}`;
}

function endText({ complete, fail, stall, afterMs, afterPolls }: NonNullable<RuleEffects["end"]>): string {
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
  const limit = then.sequence?.length ?? times;
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

/** The effect of a rule above on a rule for the same requests; undefined when there is none. Every gate holds by itself. */
export function meetingText(rule: Rule, above: readonly Rule[]): string | undefined {
  const met = above.find((other) => rule.enabled && other.enabled && mayMeet(rule, other));
  if (!met) return undefined;
  const isSame = effectNamesOf(rule).some((name) => effectNamesOf(met).includes(name));
  return isSame
    ? `${met.id} applies first to the same requests.`
    : `A request that also matches ${met.id} gets both effects.`;
}

function mayMeet(one: Rule, other: Rule): boolean {
  if (kindOf(one) !== kindOf(other) || kindOf(one) === "gate") return false;
  const subjects = [subjectText(one), subjectText(other)];
  const canBoth = mayBeOf(one.when?.match ?? {}, other.when?.match ?? {});
  return canBoth && (subjects[0] === subjects[1] || subjects.includes("any request"));
}

/** Whether one value can have what two matches ask for: each names some of its fields, at any depth. */
function mayBeOf(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false;
  const others: Record<string, unknown> = { ...other };
  return Object.entries(one).every(([name, value]) => !Object.hasOwn(others, name) || mayBeOf(value, others[name]));
}

function effectNamesOf(rule: Rule): string[] {
  return stepsOf(rule).flatMap((step) => (step === "pass" ? [] : Object.keys(step)));
}

/** The fields of a rule that are given when it is added. */
export function definitionOfRule({ id: _, used: __, held: ___, passed: ____, enabled, ...definition }: Rule): object {
  return enabled ? definition : { ...definition, enabled };
}
