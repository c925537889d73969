/** A call and its analysis, as a page for people and as a row. Pure. */
import type { AnalysisSnapshot } from "@call-analysis/sdk";
import stringWidth from "string-width";
import { oneLine, pad, wrapped } from "./text-width.js";

/** The scorecard of a call, for the given width. */
export function scorecardText({ callId, status, analysis, metadata }: AnalysisSnapshot, columns: number): string {
  const { score, outcomeLabel, outcomeRationale, sections = [] } = analysis ?? {};
  const { summary, date } = metadata ?? {};
  const details = { Call: callId, Status: status, Score: score, Outcome: outcomeLabel, Why: outcomeRationale };
  const head = Object.entries({ ...details, Summary: summary, Date: date })
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .flatMap(([name, value]) =>
      wrapped(String(value), { columns, prefix: `${pad(name, { width: "Summary".length })}  ` }),
    );
  const lines = sections.flatMap(({ sectionName, score: points, totalScore, criterias }) => {
    const width = Math.max(0, ...criterias.map(({ result }) => stringWidth(oneLine(result))));
    const results = criterias.flatMap(({ question, result }) =>
      wrapped(question, { columns, prefix: `  ${pad(oneLine(result), { width })}  ` }),
    );
    return ["", ...wrapped(`${sectionName}: ${points} of ${totalScore}`, { columns }), ...results];
  });
  return [...head, ...lines, ""].join("\n");
}

/** The CSV fields of an analysis. Empty without one. */
export function analysisFields({ analysis, metadata }: Partial<Pick<AnalysisSnapshot, "analysis" | "metadata">>) {
  const { score = "", outcomeLabel = "", outcomeRationale = "" } = analysis ?? {};
  const { summary, date, duration } = metadata ?? {};
  return { score, outcomeLabel, outcomeRationale, summary: summary ?? "", date: date ?? "", duration: duration ?? "" };
}
