/** The rules by which a request ends in a test as it did in the journal. */
import type { JournalEntry, Rule, RuleEffects } from "@call-analysis/mock";
import { type Step, stepsOf } from "../../../operations/rule-texts.ts";

/** A rule as a test adds it. */
export type TestRule = Pick<Rule, "when" | "then">;

/**
 * The rules that applied to an entry, from the step of a sequence on that applied. Of those that are no longer there, the
 * entry says what they did. A gate is left out: it would hold the test.
 *
 * @param rules those that are there
 */
export function testRules(entry: JournalEntry, rules: readonly Rule[]): TestRule[] {
  const listed = entry.rules
    .flatMap((id) => rules.filter((rule) => rule.id === id))
    .filter((rule) => rule.held === undefined && !stepsOf(rule).some(isFunction))
    .map(({ when, then }) => ({
      when,
      then: "sequence" in then && then.sequence ? { sequence: stepsFrom(then.sequence, entry) } : then,
    }));
  const known = listed.flatMap((rule) => effectNames(stepsOf(rule)[0] ?? "pass"));
  const lost = entry.faults.filter((name) => !known.includes(name));
  const { status, operation } = entry;
  // The service never does this by itself: a function of a test did, or the client ended the request.
  const isUnexplained = entry.faults.length === 0 && (status === null || status >= 500);
  if (isUnexplained) lost.push(status === null ? "network error" : `status ${status}`);
  if (lost.length === 0) return listed;
  const then: RuleEffects = Object.assign({}, ...lost.map((name) => effectOf(name, entry)));
  return [...listed, { when: operation === null ? {} : { operation }, then }];
}

function isFunction(step: Step): boolean {
  return step !== "pass" && step.respond === "function";
}

function stepsFrom(steps: readonly Step[], { faults }: JournalEntry): readonly Step[] {
  const index = steps.findIndex((step) => {
    const names = effectNames(step);
    return names.length > 0 ? names.every((name) => faults.includes(name)) : faults.length === 0;
  });
  return steps.slice(Math.max(0, index));
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

/** The effect that has a name. How long a delay was, and how slow an upload, is not in the journal. */
function effectOf(name: string, entry: JournalEntry): object {
  const [kind = "", value = "", timing] = name.split(" ");
  const when = timing === "after" ? { when: timing } : {};
  if (kind === "latency") return { delayMs: 1 };
  if (kind === "upload") return value === "cut" ? { break: { cutAfterBytes: 0 } } : { bandwidth: 1_000_000 };
  if (kind === "status") return { respond: { status: Number(value), ...givenResponse(entry), ...when } };
  return { break: { [kind]: value, ...when } };
}

/** The parts of a rule's response besides its status. The standard error body is left out. */
function givenResponse({ responseHeaders, response: { content } }: JournalEntry): object {
  const retryAfter = responseHeaders.find(({ name }) => name === "retry-after")?.value;
  const isStandard = content === null || (typeof content === "object" && "error" in content);
  return {
    ...(isStandard ? {} : { body: content }),
    ...(retryAfter !== undefined && { retryAfter: /^\d+$/.test(retryAfter) ? Number(retryAfter) : retryAfter }),
  };
}
