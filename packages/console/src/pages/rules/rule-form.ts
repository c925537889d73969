/** What the form of rules has entered, the rule that it means, and how a rule is described. */
import type { ListedEngineRule } from "@call-analysis/mock";
import { FormValueError, jsonOf, numberOf } from "../../operations/form-problems.ts";
import { type MatchRow, matchOf } from "../../operations/match-fields.tsx";

/** How calls end. `planned`: as they would without the rule. */
export type RuleEnd = "complete" | "fail" | "stall" | "planned";

/** When calls end. `planned`: as they would without the rule. */
export type RuleTime = "planned" | "afterMs" | "afterPolls";

/** Everything that was entered, as texts. */
export interface RuleForm {
  rows: readonly MatchRow[];
  end: RuleEnd;
  score: string;
  outcomeLabel: string;
  /** Other parts of the analysis, as JSON; empty for none. */
  parts: string;
  reason: string;
  time: RuleTime;
  amount: string;
}

/** What the form begins with. */
export const emptyRuleForm: RuleForm = {
  rows: [],
  end: "complete",
  score: "",
  outcomeLabel: "",
  parts: "",
  reason: "",
  time: "planned",
  amount: "",
};

/** The rule that was entered. Whether it is one is checked by the fake. @throws {FormValueError} when it cannot be sent */
export function ruleOf(form: RuleForm): object {
  return { match: matchOf(form.rows), ...endOf(form), ...timeOf(form) };
}

function endOf({ end, score, outcomeLabel, parts, reason }: RuleForm): object {
  switch (end) {
    case "complete": {
      const others = parts.trim() === "" ? {} : jsonOf(parts, "parts");
      if (typeof others !== "object" || others === null || Array.isArray(others))
        throw new FormValueError("parts", "must be an object");
      const label = outcomeLabel === "" ? {} : { outcomeLabel };
      return { complete: { ...others, ...label, ...withoutUndefined({ score: numberOf(score) }) } };
    }
    case "fail":
      return { fail: reason === "" ? true : reason };
    case "stall":
      return { stall: true };
    case "planned":
      return {};
  }
}

function timeOf({ time, amount }: RuleForm): object {
  return time === "planned" ? {} : { [time]: numberOf(amount) ?? "" };
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

/**
 * Where the fake's problems belong: it names a part of an analysis from `complete` on, or, where the part does not fit
 * any category, by itself.
 */
export const rulePaths = {
  score: ["complete.score", "score"],
  outcomeLabel: ["complete.outcomeLabel", "outcomeLabel"],
  parts: ["parts", "complete.sections", "sections", "complete.extractions", "extractions"],
  reason: ["fail"],
  amount: ["afterMs", "afterPolls"],
} as const;

/** How calls end by a rule, in words. */
export function ruleEndText({ complete, fail, stall }: ListedEngineRule): string {
  if (fail) return `fails: ${fail.reason}`;
  if (stall) return "stays processing";
  if (!complete) return "ends as planned";
  const { score, outcomeLabel, ...others } = complete;
  const parts = [
    score !== undefined && `score ${score}`,
    outcomeLabel !== undefined && `“${outcomeLabel}”`,
    ...Object.keys(others),
  ].filter((part) => typeof part === "string");
  return parts.length === 0 ? "completes" : `completes with ${parts.join(", ")}`;
}

/** When calls end by a rule, in words; undefined for one that does not say. */
export function ruleTimeText({ afterMs, afterPolls }: ListedEngineRule): string | undefined {
  if (afterMs !== undefined) return `after ${afterMs} ms`;
  if (afterPolls !== undefined) return afterPolls === 1 ? "after 1 poll" : `after ${afterPolls} polls`;
  return undefined;
}
