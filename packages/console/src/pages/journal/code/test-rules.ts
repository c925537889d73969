/** The rules by which a request ends in a test as it did in the journal. */
import type { JournalEntry, Rule, RuleEffects } from "@call-analysis/mock";
import { type Step, stepsOf } from "../../../operations/rule-texts.ts";
import { literal } from "./literal.ts";

/** A rule as a test adds it: what one request meets. */
export type TestRule = Pick<Rule, "when"> & { then: RuleEffects };

/** The rules that applied to an entry; of a sequence the step that applied. */
export function testRules(entry: JournalEntry): TestRule[] {
  const rules = entry.ruleDefinitions.flatMap(({ when, then }) => {
    const step = stepsOf({ then }).find((each) => isOfEntry(each, entry, then.sequence !== undefined));
    return step === undefined || step === "pass" || step.respond === "function" ? [] : [{ when, then: step }];
  });
  const { status, operation, faults } = entry;
  // The service never does this by itself: a function of a test did, or the client ended the request.
  const isUnexplained = rules.length === 0 && faults.length === 0 && (status === null || status >= 500);
  if (!isUnexplained) return rules;
  const then: RuleEffects =
    status === null ? { break: { network: "error" } } : { respond: { status, ...givenResponse(entry) } };
  return [{ when: operation === null ? {} : { operation }, then }];
}

function isOfEntry(step: Step, { faults }: JournalEntry, isOneOfSeveral: boolean): boolean {
  const names = effectNames(step);
  if (!isOneOfSeveral) return true;
  return names.length > 0 ? names.every((name) => faults.includes(name)) : faults.length === 0;
}

/** The journal's names for the effects of a step. */
export function effectNames(step: Step): string[] {
  if (step === "pass") return [];
  const { delayMs, bandwidth, respond, break: { network, body, cutAfterBytes, when } = {} } = step;
  const given = typeof respond === "object" ? respond : undefined;
  const after = (timing: string | undefined) => (timing === "after" ? " after" : "");
  return [
    delayMs !== undefined && "latency",
    bandwidth !== undefined && "upload slow",
    cutAfterBytes !== undefined && "upload cut",
    given && `status ${given.status}${after(given.when)}`,
    network !== undefined && `network ${network}${after(when)}`,
    body !== undefined && `body ${body}`,
  ].filter((name) => typeof name === "string");
}

/** The parts of a given response besides its status. The standard error body is left out. */
function givenResponse({ responseHeaders, response: { content } }: JournalEntry): object {
  const retryAfter = responseHeaders.find(({ name }) => name === "retry-after")?.value;
  const isStandard = content === null || (typeof content === "object" && "error" in content);
  return {
    ...(isStandard ? {} : { body: content }),
    ...(retryAfter !== undefined && { retryAfter: /^\d+$/.test(retryAfter) ? Number(retryAfter) : retryAfter }),
  };
}

/**
 * The line of a test that adds a rule: as a gate, as the end of calls or as a fault, and where a fault has no words for
 * it, as the rule that it is.
 *
 * @param match by ids that the fake of the test has
 */
export function ruleLine({ when, then }: TestRule, match: object): string {
  const { operation } = when ?? {};
  const matched = Object.keys(match).length === 0 ? undefined : literal(match);
  if (then.hold) return `const gate = service.hold(${[literal(operation), matched].filter(Boolean).join(", ")});`;
  if (then.end) return `service.engine.when(${matched ?? "{}"})${endCalls(then.end)};`;
  const fault = faultFields(then);
  const target = { ...(operation && { operation }), ...(matched && { match }) };
  // The entry is one request.
  if (fault) return `service.faults.inject(${literal({ ...target, ...fault, times: 1 })});`;
  return `service.seed({ rules: ${literal([{ when: target, then, times: 1 }])} });`;
}

function endCalls({ complete, fail, stall, ...time }: NonNullable<RuleEffects["end"]>): string {
  const reason = typeof fail === "object" ? fail.reason : fail;
  const end = complete
    ? `.complete(${typeof complete === "object" ? literal(complete) : ""})`
    : fail
      ? `.fail(${typeof reason === "string" ? literal(reason) : ""})`
      : stall
        ? ".stall()"
        : "";
  const [[name, amount] = []] = Object.entries(time);
  return `${end}${name === undefined ? "" : `.${name}(${amount})`}`;
}

/** Effects as `faults.inject()` takes them; undefined for those that it cannot have together. */
function faultFields({ delayMs, respond, break: broken = {}, bandwidth }: RuleEffects): object | undefined {
  const { network, cutAfterBytes, body: way } = broken;
  const { when: answered = "before", ...given } = typeof respond === "object" ? respond : {};
  const times = new Set([
    ...(respond ? [answered] : []),
    ...(network ? [broken.when ?? "before"] : []),
    ...(delayMs === undefined ? [] : [typeof delayMs === "object" ? "after" : "before"]),
  ]);
  // A fault has one time for all of its effects, and one body.
  if (times.size > 1 || (respond && way)) return undefined;
  const upload = {
    ...(bandwidth && { bytesPerSecond: bandwidth }),
    ...(cutAfterBytes !== undefined && { cutAfterBytes }),
  };
  return {
    ...(delayMs !== undefined && { latencyMs: typeof delayMs === "object" ? delayMs.after : delayMs }),
    ...given,
    ...(network && { network }),
    ...(way && { body: way }),
    ...(Object.keys(upload).length > 0 && { upload }),
    ...(times.has("after") && { when: "after" }),
  };
}
