/** The participants of a call, as a reviewer names them. */
import type { ReviewedCategory } from "../configuration.js";

/** The two sides of a call. */
export interface Participants {
  /** The agent's first name. */
  agentName: string;
  /** The agent's whole name. */
  fullName: string;
  /** What the category calls the other side: customer, prospect, borrower, … */
  counterpart: string;
}

const counterparts =
  /\bthe (applicant|borrower|buyer|caller|client|customer|guest|lead|member|patient|prospect|student|user)\b/gi;

/** The names to use in texts about a call. */
export function participantsOf(agentName: string, category: ReviewedCategory): Participants {
  const fullName = agentName.replace(/\s+/g, " ").trim() || "the agent";
  return { agentName: firstName(fullName), fullName, counterpart: counterpartOf(category) };
}

/** The first name, without a title. */
function firstName(fullName: string): string {
  if (fullName === "the agent") return fullName;
  return fullName.split(" ").find((name) => !/^(?:dr|mr|mrs|ms|shri|smt)\.?$/i.test(name)) ?? "the agent";
}

/** The term that the category's questions use most. */
function counterpartOf({ analysisPointers }: ReviewedCategory): string {
  const questions = analysisPointers.flatMap(({ criterias }) => criterias.map(({ question }) => question)).join("\n");
  const counts = new Map<string, number>();
  for (const [, word = ""] of questions.matchAll(counterparts)) {
    counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? "customer";
}
