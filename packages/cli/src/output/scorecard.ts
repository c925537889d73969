/** A call and its analysis, as a page for people and as a row. Pure. */
import type { AnalysisSnapshot } from "@call-analysis/sdk";
import stringWidth from "string-width";
import { detailsText, oneLine, pad } from "./text-width.js";

/** The whole of a call. */
function scorecardText({ callId, status, analysis, metadata }: AnalysisSnapshot): string {
  const head = detailsText({
    Call: callId,
    Status: status,
    Score: analysis?.score,
    Outcome: analysis?.outcomeLabel,
    Why: analysis?.outcomeRationale,
    Summary: metadata?.summary,
    Date: metadata?.date,
  });
  return `${head}${(analysis?.sections ?? []).map(sectionText).join("")}`;
}

type Section = NonNullable<AnalysisSnapshot["analysis"]>["sections"][number];

function sectionText({ sectionName, score, totalScore, criterias }: Section): string {
  const width = Math.max(0, ...criterias.map(({ result }) => stringWidth(oneLine(result))));
  const lines = criterias.map(({ question, result }) => `  ${pad(oneLine(result), width)}  ${oneLine(question)}\n`);
  return `\n${oneLine(sectionName)}: ${score} of ${totalScore}\n${lines.join("")}`;
}

/** How a call is written. */
export const callView = {
  fields: (call: AnalysisSnapshot) => ({ callId: call.callId, status: call.status, ...analysisFields(call) }),
  text: scorecardText,
};

/** The fields of an analysis in CSV, empty without one. */
export function analysisFields({ analysis, metadata }: Partial<Pick<AnalysisSnapshot, "analysis" | "metadata">>) {
  return {
    score: analysis?.score ?? "",
    outcomeLabel: analysis?.outcomeLabel ?? "",
    outcomeRationale: analysis?.outcomeRationale ?? "",
    summary: metadata?.summary ?? "",
    date: metadata?.date ?? "",
    duration: metadata?.duration ?? "",
  };
}
