/** Writes a rule as code that makes it again: for a test, for a terminal, and for a seed file. */
import type { Rule, RuleEffect } from "@call-analysis/mock";
import { definitionOfRule, kindOf } from "../../operations/rule-texts.ts";
import { literal, visibleJson } from "../journal/code/literal.ts";

/** The rule as the typed helper that makes it; undefined for one that a function of a test is part of. */
export function helperCode(rule: Rule): string | undefined {
  const { when: { operation, match } = {}, then, times, skip, probability, enabled } = rule;
  // Where a helper takes less than a rule can have, the rest is added to the rule, which is the first of the list.
  const counts = { times, skip, probability };
  const off = enabled ? {} : { enabled };
  switch (kindOf(rule)) {
    case "fault":
      return withRest(`service.faults.inject(${literal(flatFields(rule))});`, {});
    case "gate": {
      const given = match && Object.keys(match).length > 0 ? `, ${literal(match)}` : "";
      return withRest(`const gate = service.hold(${visibleJson(operation)}${given});`, { ...counts, ...off });
    }
    case "override": {
      const { respond } = then as RuleEffect;
      if (respond === undefined || respond === "resolver") return undefined;
      const options = times === undefined ? "" : `, { times: ${times} }`;
      const code = `service.use(${visibleJson(operation)}, () => ${responseCode(respond)}${options});`;
      return withRest(code, { ...(match && { when: { operation, match } }), skip, probability, ...off });
    }
    case "rule":
      return withRest(`service.engine.when(${literal(match ?? {})})${endCode(then as RuleEffect)};`, {
        ...counts,
        ...off,
      });
  }
}

function withRest(code: string, rest: object): string {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return `${code}\n`;
  return `${code}\nservice.rules.update(service.rules.list()[0]?.id ?? "", ${literal(given)});\n`;
}

function responseCode({ status, body }: { status: number; body?: unknown }): string {
  if (body === undefined || body === "") return `new Response(null, { status: ${status} })`;
  const isText = typeof body === "string";
  return `${isText ? "new Response" : "Response.json"}(${literal(body)}, { status: ${status} })`;
}

function endCode({ end = {} }: RuleEffect): string {
  const { complete, fail, stall, afterMs, afterPolls } = end;
  const reason = typeof fail === "object" ? fail.reason : fail;
  return [
    complete !== undefined &&
      `.complete(${complete === true || Object.keys(complete).length === 0 ? "" : literal(complete)})`,
    fail !== undefined && `.fail(${typeof reason === "string" ? visibleJson(reason) : ""})`,
    stall && ".stall()",
    afterMs !== undefined && `.afterMs(${afterMs})`,
    afterPolls !== undefined && `.afterPolls(${afterPolls})`,
  ]
    .filter((part) => typeof part === "string")
    .join("");
}

/** The rule as a command for a POSIX shell; undefined for one that a function of a test is part of. */
export function ruleCommand(rule: Rule, { url, hasToken }: { url: string; hasToken: boolean }): string | undefined {
  if ((rule.then as RuleEffect).respond === "resolver") return undefined;
  return controlCommand("/rules", definitionOfRule(rule), { url, hasToken });
}

/** A request to the control interface as a command for a POSIX shell. */
export function controlCommand(
  path: string,
  body: object,
  { url, hasToken }: { url: string; hasToken: boolean },
): string {
  const token = hasToken ? ' -H "x-admin-token: $ADMIN_TOKEN"' : "";
  return `curl -X POST ${url}${path}${token} -d '${visibleJson(body).replaceAll("'", "'\\''")}'`;
}

/** The rule as a line of a seed file, whose form is YAML and JSON alike; undefined for what no seed file has. */
export function seedLine(rule: Rule): string | undefined {
  const kind = kindOf(rule);
  if (kind === "fault") return `faults: [${visibleJson(flatFields(rule))}]\n`;
  return kind === "rule" ? `rules: [${visibleJson(flatFields(rule))}]\n` : undefined;
}

/** A rule as the helper of its kind takes it. */
function flatFields(rule: Rule): object {
  const { when: { operation, match } = {}, then, times, skip, probability, enabled } = rule;
  const named = { operation, ...(match && Object.keys(match).length > 0 && { match }) };
  const fields = { ...named, ...flatEffect(then), times, skip, probability, ...(!enabled && { enabled }) };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function flatEffect(then: Rule["then"]): object {
  if (Array.isArray(then)) return { sequence: then.map((step) => (step === "pass" ? step : flatStep(step))) };
  const effect = then as RuleEffect;
  return effect.end ?? flatStep(effect);
}

function flatStep({
  slow: { bytesPerSecond, ...slow } = {},
  fail: { cutAfterBytes, ...fail } = {},
}: RuleEffect): object {
  const upload = bytesPerSecond === undefined ? { cutAfterBytes } : { bytesPerSecond };
  return { ...slow, ...fail, ...(Object.values(upload).some((value) => value !== undefined) && { upload }) };
}
