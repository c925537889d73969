import type { CompletedCall } from "@call-analysis/sdk";
import Table from "cli-table3";

/** A scorecard as a table of 100 columns: what the call came to, then each section with its criteria. */
export function renderScorecard(call: CompletedCall, names: { agentName: string; categoryName: string }): string {
  const { analysis, metadata } = call;
  const table = new Table({ colWidths: [36, 16, 44], wordWrap: true, style: { head: [], border: [] } });
  const wide = (content: string) => table.push([{ colSpan: 3, content }]);
  wide(`${names.categoryName}, ${names.agentName}, ${Math.round(metadata.duration)} s`);
  wide(`Score ${analysis.score}, ${analysis.outcomeLabel}. ${analysis.outcomeRationale}`);
  wide(metadata.summary);
  for (const section of analysis.sections) {
    wide(`${section.sectionName.toUpperCase()}: ${section.score} of ${section.totalScore}`);
    for (const { question, result, rationale } of section.criterias) table.push([question, result, rationale]);
  }
  return `\n${table.toString()}\n`;
}
