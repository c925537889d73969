/** Writes a rule as code that makes it again: for a test, for a terminal, and for a seed file. */
import type { Rule } from "@call-analysis/mock";
import { definitionOfRule, stepsOf } from "../../operations/rule-texts.ts";
import { quoted } from "../journal/code/curl.ts";
import { literal, visibleJson } from "../journal/code/literal.ts";

/** Whether a function of a test is part of a rule: it cannot be written down. */
export function hasFunction(rule: Rule): boolean {
  return stepsOf(rule).some((step) => step !== "pass" && step.respond === "function");
}

/** The rule as a line of a test. */
export function seedCode(rule: Rule): string {
  return `service.seed({ rules: [${literal(definitionOfRule(rule))}] });\n`;
}

/** The rule as a line of a seed file, whose form is YAML and JSON alike. */
export function seedLine(rule: Rule): string {
  return `rules: [${visibleJson(definitionOfRule(rule))}]\n`;
}

/** The rule as a command for a POSIX shell. */
export function ruleCommand(rule: Rule, { url, hasToken }: { url: string; hasToken: boolean }): string {
  const token = hasToken ? ' -H "x-admin-token: $ADMIN_TOKEN"' : "";
  return `curl -X POST ${url}/rules${token} -d ${quoted(visibleJson(definitionOfRule(rule)))}`;
}
