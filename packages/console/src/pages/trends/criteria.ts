/** Which criteria are met and which are missed, in how many calls, and by whom. */
import type { ListedCall } from "../../connection/control.ts";
import { criteriaOf, type Verdict, verdictOf } from "../../data/results.ts";

/** A criterion of a category, and what its calls have made of it. */
export interface CriterionSummary {
  /** Combines category and criterion, because two categories may use the same criterion id. */
  id: string;
  question: string;
  sectionName: string;
  categoryName: string;
  /** How many calls have a result that says how well it was met. Calls to which it does not apply do not count. */
  count: number;
  missed: number;
  /** Who has missed it in the largest share of the calls; null when nobody has. */
  worst: MissedBy | null;
  calls: readonly CriterionCall[];
}

/** A call, and its result of one criterion. */
export interface CriterionCall {
  call: ListedCall;
  result: string;
  verdict: Verdict;
}

/** A summary for each criterion that says anything, the one that is missed in the largest share of its calls first. */
export function criterionSummaries(calls: readonly ListedCall[]): CriterionSummary[] {
  const summaries = new Map<string, CriterionSummary & { calls: CriterionCall[] }>();
  for (const call of calls) {
    const { categoryId, categoryName } = call;
    for (const { criteriaId, question, sectionName, result } of criteriaOf(call)) {
      const verdict = verdictOf(result);
      if (verdict === null) continue;
      const id = `${categoryId} ${criteriaId}`;
      const known = summaries.get(id);
      const summary = known ?? { id, question, sectionName, categoryName, count: 0, missed: 0, worst: null, calls: [] };
      summary.calls.push({ call, result, verdict });
      summary.count += 1;
      if (verdict === "missed") summary.missed += 1;
      summaries.set(id, summary);
    }
  }
  const withWorst = [...summaries.values()].map((summary) => ({ ...summary, worst: worstOf(summary.calls) }));
  // Of two with the same share, the one that is missed in more calls says more.
  return withWorst.toSorted(
    (one, other) => other.missed / other.count - one.missed / one.count || other.missed - one.missed,
  );
}

/** An agent, how many calls of theirs have missed a criterion, and of how many. */
interface MissedBy {
  memberId: string;
  name: string;
  missed: number;
  count: number;
}

/** Of two with the same share, whoever has missed it more often. */
function worstOf(calls: readonly CriterionCall[]): CriterionSummary["worst"] {
  const agents = new Map<string, MissedBy>();
  for (const { call, verdict } of calls) {
    const { memberId, agentName } = call;
    const agent = agents.get(memberId) ?? { memberId, name: agentName, missed: 0, count: 0 };
    agents.set(memberId, agent);
    agent.count += 1;
    if (verdict === "missed") agent.missed += 1;
  }
  const [worst] = [...agents.values()].sort(
    (one, other) => other.missed / other.count - one.missed / one.count || other.missed - one.missed,
  );
  return !worst || worst.missed === 0 ? null : worst;
}

const order: readonly Verdict[] = ["missed", "partly", "met"];

/** The calls of a criterion, those that missed it first. */
export function worstFirst(calls: readonly CriterionCall[]): CriterionCall[] {
  return calls.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
}
