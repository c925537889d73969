/** The last lines of a run: what is done, what is not, and the command that goes on. */
import { errorJson, messageOf } from "../output/error-text.js";
import type { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import type { Interruption } from "./interruption.js";
import type { Tally } from "./tally.js";

/** What a run says of what to do next. */
export interface Advice {
  /** The same command again. */
  again: string;
  /** `call-analysis uncertain` with the journal of this run. */
  uncertainCommand: string;
  /** How many recordings of a folder are left for the next run. */
  left: number;
}

/** What a run came to. */
interface RunEnd {
  tally: Tally;
  interruption: Interruption;
  advice: Advice;
}

/** How many keys and files are listed at most. */
const mostListed = 5;

/** Tells how a run ended. */
export function tellEnd(end: RunEnd, reporter: Reporter): void {
  const { tally, interruption, advice } = end;
  const { again, uncertainCommand } = advice;
  const error = interruption.reason && { error: errorJson(interruption.reason) };
  reporter.say(summaryLines(end), { created: tally.created.size, again, ...error });
  if (tally.uncertain.size > 0) reporter.say(uncertainLines(end), { uncertain: [...tally.uncertain.keys()] });
  const { unrecorded } = tally;
  if (unrecorded.length === 0) return;
  const lines = [
    `${countText(unrecorded.length, "call")} could not be recorded in the journal, and would be uncertain to the next run.`,
    "When the journal can be written again:",
    ...unrecorded.map(({ key, callId }) => `  ${uncertainCommand} settle ${shortKey(key)} ${callId}`),
  ];
  reporter.say(lines, { unrecorded });
}

function summaryLines({ tally, interruption, advice }: RunEnd): string[] {
  const { completed, failed, uncertain, skipped } = tally.count;
  const { isAsked, reason } = interruption;
  const { again, uncertainCommand, left } = advice;
  const parts = [
    `${completed} of ${countText(tally.total, "recording")} completed`,
    failed > 0 && `${failed} failed`,
    uncertain > 0 && `${uncertain} uncertain`,
    skipped > 0 && `${skipped} skipped`,
    left > 0 && `${left} left for the next run`,
  ];
  const summary = `${parts.filter(Boolean).join(", ")}. ${countText(tally.created.size, "call")} created.`;
  const lines = reason ? [`Stopped: ${messageOf(reason)}`] : [];
  lines.push(isAsked ? `Interrupted. ${summary}` : summary);
  const toCreateAgain = [...tally.toCreateAgain].slice(0, mostListed).map((key) => shortKey(key));
  if (toCreateAgain.length > 0)
    lines.push(
      "Such an analysis stays as it is. To have a call created and billed again:",
      ...toCreateAgain.map((key) => `  ${uncertainCommand} settle ${key} --create`),
    );
  if (isAsked || reason) lines.push("To go on, run the same command again:", `  ${again}`);
  else if (failed > tally.toCreateAgain.size) lines.push("To try the others again:", `  ${again}`);
  return lines;
}

function uncertainLines({ tally: { uncertain }, advice: { uncertainCommand } }: RunEnd): string[] {
  const listed = [...uncertain].slice(0, mostListed).flatMap(([key, { files, audioUrl }]) => {
    const [file, ...copies] = files;
    const more = copies.length > 0 ? ` (and ${copies.length} ${copies.length === 1 ? "copy" : "copies"})` : "";
    return [`  ${shortKey(key)}  ${file}${more}`, ...(audioUrl === undefined ? [] : [`    ${audioUrl}`])];
  });
  if (uncertain.size > mostListed) listed.push(`  and ${uncertain.size - mostListed} more: ${uncertainCommand}`);
  const each = uncertain.size === 1 ? "It" : "Each";
  return [
    `The service never confirmed ${countText(uncertain.size, "call")}. ${each} may or may not exist.`,
    "Look for the recording's address in the service's own pages, or ask your provider.",
    ...listed,
    ...settleLines(uncertainCommand),
  ];
}

/** How a person says what became of an uncertain call. */
export function settleLines(uncertainCommand: string): string[] {
  return [
    "Then say what you found:",
    `  ${uncertainCommand} settle KEY CALL_ID   (the call exists)`,
    `  ${uncertainCommand} settle KEY --create  (it does not: the next run creates it)`,
    `  ${uncertainCommand} settle KEY --skip    (it gets no call)`,
  ];
}

/** Enough of a key to name it. */
export function shortKey(key: string): string {
  return key.slice(0, 12);
}
