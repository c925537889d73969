/** The last lines of a run: what is done, what is not, and the command that goes on. */
import { errorJson, messageOf } from "../output/error-text.js";
import type { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import type { CreationNotes } from "./noting-journal.js";
import type { Progress } from "./progress.js";

/** A creation of which nobody knows whether the call exists. */
export interface UncertainCreation {
  /** One at least: copies share a call. */
  files: string[];
  audioUrl: string | undefined;
}

/** What a run came to. It is filled in while the run goes on. */
export interface RunEnd extends CreationNotes {
  progress: Progress;
  isInterrupted: boolean;
  /** The error after which nothing else could succeed. */
  reason: Error | undefined;
  /** The keys of those whose analysis has failed, or whose call is lost. */
  toCreateAgain: Set<string>;
  /** How many fail again as long as their fields and recordings are as they are. */
  unusable: number;
  uncertain: Map<string, UncertainCreation>;
  /** How many recordings of a folder are left for the next run. */
  left: number;
  /** The same command again. */
  again: string;
  /** `call-analysis uncertain` with the journal of this run. */
  uncertainCommand: string;
  journalPath: string;
}

/** How many keys and files are listed at most. */
const mostListed = 5;
const shortestKey = 12;

/** Tells how a run ended. */
export function tellEnd(end: RunEnd, reporter: Reporter): void {
  const { reason, again, journalPath, created, uncertain, unrecorded } = end;
  const error = reason && { error: errorJson(reason) };
  reporter.say(summaryLines(end), { journal: journalPath, created, again, ...error });
  if (uncertain.size > 0) reporter.say(uncertainLines(end), { uncertain: [...uncertain.keys()] });
  if (unrecorded.length > 0) reporter.say(unrecordedLines(end), { unrecorded });
}

function summaryLines(end: RunEnd): string[] {
  const { progress, created, reason, isInterrupted, again, toCreateAgain, unusable, left } = end;
  const { completed, failed, skipped, total } = progress;
  const parts = [
    `${completed} of ${countText(total, "recording")} completed`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
    left > 0 && `${left} left for the next run`,
  ];
  const summary = `${parts.filter(Boolean).join(", ")}. ${countText(created, "call")} created.`;
  const lines = isInterrupted
    ? [`Interrupted. ${summary} To go on, run the same command again:`, `  ${again}`]
    : [summary];
  if (reason) lines.unshift(`Stopped: ${messageOf(reason)}`);
  if (toCreateAgain.size > 0) {
    const keys = [...toCreateAgain]
      .slice(0, mostListed)
      .map((key) => `  ${end.uncertainCommand} settle ${shortKey(key)} --create`);
    lines.push("Such an analysis stays as it is. To have a call created and billed again:", ...keys);
  }
  const isHelped = !isInterrupted && (reason || failed > toCreateAgain.size + unusable);
  if (isHelped) lines.push(reason ? "To go on, run the same command again:" : "To try the others again:", `  ${again}`);
  return lines;
}

function uncertainLines({ uncertain, uncertainCommand }: RunEnd): string[] {
  const all = [...uncertain];
  const others = all.length - mostListed;
  return [
    `The service never confirmed ${countText(all.length, "call")}. ${all.length === 1 ? "It" : "Each"} may or may not exist.`,
    "Look for the recording's address in the service's own pages, or ask your provider.",
    ...all.slice(0, mostListed).flatMap(([key, creation]) => recordingLines(key, creation)),
    ...(others > 0 ? [`  and ${others} more`] : []),
    "Then say what you found:",
    `  ${uncertainCommand} settle KEY CALL_ID   (the call exists)`,
    `  ${uncertainCommand} settle KEY --create  (it does not)`,
  ];
}

function recordingLines(key: string, { files: [file, ...copies], audioUrl }: UncertainCreation): string[] {
  const more = copies.length > 0 ? ` (and ${countText(copies.length, "copy")})`.replace("copys", "copies") : "";
  return [`  ${shortKey(key)}  ${file}${more}`, ...(audioUrl === undefined ? [] : [`    ${audioUrl}`])];
}

/** Enough of a key to name it. */
export function shortKey(key: string): string {
  return key.slice(0, shortestKey);
}

function unrecordedLines({ unrecorded, uncertainCommand }: RunEnd): string[] {
  return [
    `${countText(unrecorded.length, "call")} could not be recorded in the journal, and would be uncertain to the next run.`,
    "When the journal can be written again:",
    ...unrecorded.map(({ key, callId }) => `  ${uncertainCommand} settle ${shortKey(key)} ${callId}`),
  ];
}
