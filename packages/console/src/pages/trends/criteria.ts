/** Which criteria are met and which are missed, in how many calls, and by whom. */
import type { Analysis } from "@call-analysis/sdk";
import type { ListedCall } from "../../connection/control.ts";
import { type Verdict, verdictOf } from "../../data/results.ts";

/** The result of one criterion in a call. */
export interface CriterionResult {
  criteriaId: string;
  question: string;
  sectionName: string;
  result: string;
}

/** A call, and the results of its criteria. */
export interface AssessedCall {
  call: ListedCall;
  results: readonly CriterionResult[];
}

/** The results in an analysis. */
export function resultsOf({ sections }: Pick<Analysis, "sections">): CriterionResult[] {
  return (sections ?? []).flatMap(({ sectionName, criterias }) =>
    (criterias ?? []).map(({ criteriaId, question, result }) => ({ criteriaId, question, sectionName, result })),
  );
}

/** A criterion of a category, and what its calls have made of it. */
export interface CriterionSummary extends Record<Verdict, number> {
  /** Of the category and the criterion: another category may have the same. */
  id: string;
  question: string;
  sectionName: string;
  categoryName: string;
  /** How many calls have a result that says how well it was met. Calls to which it does not apply do not count. */
  count: number;
  /** Who has missed it in the largest share of the calls; null when nobody has. */
  worst: (MissedBy & { alike: number }) | null;
  calls: readonly CriterionCall[];
}

/** A call, and its result of one criterion. */
export interface CriterionCall {
  call: ListedCall;
  result: string;
  verdict: Verdict;
}

/** A summary for each criterion that says anything. */
export function criterionSummaries(calls: readonly AssessedCall[]): CriterionSummary[] {
  const groups = new Map<string, { first: CriterionResult; calls: CriterionCall[] }>();
  for (const { call, results } of calls) {
    for (const each of results) {
      const verdict = verdictOf(each.result);
      if (verdict === null) continue;
      const id = `${call.categoryId} ${each.criteriaId}`;
      const group = groups.get(id) ?? { first: each, calls: [] };
      group.calls.push({ call, result: each.result, verdict });
      groups.set(id, group);
    }
  }
  const summaries = [...groups].map(([id, { first, calls: ofCriterion }]) => ({
    id,
    question: first.question,
    sectionName: first.sectionName,
    categoryName: ofCriterion[0]?.call.categoryName ?? "",
    count: ofCriterion.length,
    met: countOf(ofCriterion, "met"),
    partly: countOf(ofCriterion, "partly"),
    missed: countOf(ofCriterion, "missed"),
    worst: worstOf(ofCriterion),
    calls: ofCriterion,
  }));
  // Of two with the same share, the one that is missed in more calls says more.
  return summaries.toSorted((one, other) => other.missed - one.missed);
}

function countOf(calls: readonly CriterionCall[], wanted: Verdict): number {
  return calls.filter(({ verdict }) => verdict === wanted).length;
}

/** An agent, how many calls of theirs have missed a criterion, and of how many. */
interface MissedBy {
  memberId: string;
  name: string;
  missed: number;
  count: number;
}

/** `alike`: how many others have missed it as often. Of two with the same share, whoever has missed it more often. */
function worstOf(calls: readonly CriterionCall[]): CriterionSummary["worst"] {
  const agents = new Map<string, MissedBy>();
  for (const { call, verdict } of calls) {
    const { memberId, agentName } = call;
    const agent = agents.get(memberId) ?? { memberId, name: agentName, missed: 0, count: 0 };
    agents.set(memberId, agent);
    agent.count += 1;
    if (verdict === "missed") agent.missed += 1;
  }
  const [worst, ...others] = [...agents.values()].sort(
    (one, other) => other.missed / other.count - one.missed / one.count || other.missed - one.missed,
  );
  if (!worst || worst.missed === 0) return null;
  const alike = others.filter(({ missed, count }) => missed === worst.missed && count === worst.count).length;
  return { ...worst, alike };
}

const order: readonly Verdict[] = ["missed", "partly", "met"];

/** The calls of a criterion, those that missed it first. */
export function worstFirst(calls: readonly CriterionCall[]): CriterionCall[] {
  return calls.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
}
