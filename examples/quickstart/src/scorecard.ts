import type { CompletedCall, Criterion } from "@call-analysis/sdk";
import Table from "cli-table3";
import { bar, type Color, type Terminal, wrap } from "./terminal.ts";

/** The symbols for the fake's results. Any other result gets a dot. */
const marks: Record<string, [mark: string, color: Color]> = {
  Yes: ["✔", "green"],
  Partially: ["~", "yellow"],
  No: ["✘", "red"],
};

/** A scorecard that fits the terminal: a table for each section, then the outcome. */
export function renderScorecard(
  { analysis, metadata }: CompletedCall,
  { agentName, categoryName, terminal }: { agentName: string; categoryName: string; terminal: Terminal },
): string {
  const { width, paint } = terminal;
  const lines = ["", `${categoryName}, ${agentName}, ${Math.round(metadata?.duration ?? 0)} s`];
  for (const { sectionName, score, totalScore, criterias } of analysis.sections) {
    const title = paint("bold", `${sectionName.toUpperCase()}: ${score} of ${totalScore}`);
    lines.push("", `${title} ${paint("cyan", bar(score / totalScore, 10))}`, renderCriteria(criterias, terminal));
  }
  // The fake's scores go up to 100.
  lines.push("", `${paint("bold", `SCORE: ${analysis.score}`)} ${paint("cyan", bar(analysis.score / 100, 20))}`);
  lines.push(paint("bold", analysis.outcomeLabel), wrap(analysis.outcomeRationale, width), "");
  lines.push(wrap(metadata?.summary ?? "", width), "");
  return lines.join("\n");
}

/** Question, answer and rationale; below 80 characters the answer goes below its question. */
function renderCriteria(criteria: Criterion[], { width, paint }: Terminal): string {
  const isNarrow = width < 80;
  const question = Math.round(width * (isNarrow ? 0.45 : 0.36));
  const colWidths = isNarrow ? [question, width - 3 - question] : [question, 15, width - 4 - 15 - question];
  const table = new Table({ colWidths, wordWrap: true, style: { head: [], border: [] }, chars: noLinesBetweenRows });
  for (const { question, result, rationale } of criteria) {
    const [mark, color] = marks[result] ?? ["•", "dim"];
    const answer = paint(color, `${mark} ${result}`);
    table.push(isNarrow ? [`${question}\n${answer}`, rationale] : [question, answer, rationale]);
  }
  return table.toString();
}

const noLinesBetweenRows = { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };
