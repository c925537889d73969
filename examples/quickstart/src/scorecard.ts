import type { CompletedCall } from "@call-analysis/sdk";
import Table from "cli-table3";

/** A scorecard as a table of 100 columns: the outcome, then each section with its criteria. */
export function renderScorecard(call: CompletedCall, names: { agentName: string; categoryName: string }): string {
  const { analysis, metadata } = call;
  const table = new Table({
    head: ["Criterion", "Result", "Why"],
    colWidths: [36, 16, 46],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const section of analysis.sections) {
    table.push([{ colSpan: 3, content: `${section.sectionName}: ${section.score} of ${section.totalScore}` }]);
    for (const { question, result, rationale } of section.criterias) table.push([question, result, rationale]);
  }
  return [
    "",
    `${names.categoryName}, ${names.agentName}, ${Math.round(metadata.duration)} s`,
    `Score ${analysis.score}, ${analysis.outcomeLabel}`,
    analysis.outcomeRationale,
    "",
    metadata.summary,
    "",
    table.toString(),
    "",
  ].join("\n");
}
