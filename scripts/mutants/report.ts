/** What a run of mutants found: which survived, and how many were noticed in each file. */
import { type AcceptedSurvivor, isOf } from "./accepted-survivors.ts";

/** A file fails below this share of noticed mutants, in percent. */
export const lowestScore = 90;

/** A changed piece of code, and what the tests said to it. */
export interface Mutant {
  /** From the repository's root. */
  file: string;
  /** From 1. */
  line: number;
  /** The source's line on which the change begins, without its indentation. */
  code: string;
  /** What was changed into what, on one line. */
  change: string;
  outcome: "killed" | "timed out" | "survived";
}

interface Findings {
  mutants: readonly Mutant[];
  accepted: readonly AcceptedSurvivor[];
}

/** The lines about one file. */
interface FileScore {
  file: string;
  killed: number;
  timedOut: number;
  survived: number;
  /** How many of the survivors are accepted. */
  accepted: number;
  /** In percent, of all mutants that are not accepted. */
  score: number;
}

/** What a run says, and whether it fails. */
export interface Report {
  text: string;
  failed: boolean;
}

/** Writes the survivors file by file, and a row for each file. */
export function reportOf(mutants: readonly Mutant[], accepted: readonly AcceptedSurvivor[]): Report {
  const survivors = mutants.filter(({ outcome }) => outcome === "survived");
  const unnamed = survivors.filter((mutant) => !isAccepted(mutant, accepted));
  const files = new Set(mutants.map(({ file }) => file));
  const scores = [...files].map((file) => scoreOf(file, { mutants, accepted }));
  const idle = accepted.filter((entry) => files.has(entry.file) && !survivors.some((mutant) => matches(mutant, entry)));
  const sections = [
    ...section("Survived, and no reason is given in accepted-survivors.yaml", unnamed.map(describe)),
    ...section("Timed out: look whether these hang, or were only slow", mutants.filter(timedOut).map(describe)),
    ...section(
      "Accepted, but no longer survive",
      idle.map(({ file, code, change }) => `${file}: ${code}\n    ${change}`),
    ),
    ...section("", scores.map(rowOf)),
    ...section("", [totalOf(scores)]),
  ];
  return { text: sections.join("\n"), failed: unnamed.length > 0 || scores.some(({ score }) => score < lowestScore) };
}

function scoreOf(file: string, { mutants, accepted }: Findings): FileScore {
  const own = mutants.filter((mutant) => mutant.file === file);
  const count = (outcome: Mutant["outcome"]) => own.filter((mutant) => mutant.outcome === outcome).length;
  const [killed, hanging, survived] = [count("killed"), count("timed out"), count("survived")];
  const named = own.filter((mutant) => mutant.outcome === "survived" && isAccepted(mutant, accepted)).length;
  const judged = own.length - named;
  const score = judged === 0 ? 100 : (100 * (killed + hanging)) / judged;
  return { file, killed, timedOut: hanging, survived, accepted: named, score };
}

function isAccepted(mutant: Mutant, accepted: readonly AcceptedSurvivor[]): boolean {
  return accepted.some((entry) => matches(mutant, entry));
}

function matches({ file, code, change }: Mutant, entry: AcceptedSurvivor): boolean {
  return file === entry.file && isOf(entry, code) && change === entry.change;
}

function timedOut({ outcome }: Mutant): boolean {
  return outcome === "timed out";
}

function describe({ file, line, code, change }: Mutant): string {
  return `${file}:${line}  ${code}\n    ${change}`;
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return title === "" ? [...lines] : [`${title} (${lines.length}):`, ...lines, ""];
}

function rowOf({ file, killed, timedOut: hanging, survived, accepted, score }: FileScore): string {
  const mark = score < lowestScore ? `  below ${lowestScore} %` : "";
  return `${file.padEnd(52)} ${cell(killed)} killed ${cell(hanging)} timed out ${cell(survived)} survived (${accepted} accepted) ${score.toFixed(1).padStart(6)} %${mark}`;
}

function totalOf(scores: readonly FileScore[]): string {
  const sum = (key: "killed" | "timedOut" | "survived" | "accepted") =>
    scores.reduce((total, score) => total + score[key], 0);
  const found = sum("killed") + sum("timedOut");
  const judged = found + sum("survived") - sum("accepted");
  const score = judged === 0 ? 100 : (100 * found) / judged;
  return rowOf({
    file: "all",
    killed: sum("killed"),
    timedOut: sum("timedOut"),
    survived: sum("survived"),
    accepted: sum("accepted"),
    score,
  });
}

function cell(count: number): string {
  return String(count).padStart(4);
}
