/** The last lines of a run: the results, what is missing, and the command that continues. */
import { errorJson, errorLines } from "../output/error-text.js";
import type { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import type { Interruption } from "./interruption.js";
import type { Tally } from "./tally.js";

/** The summary of a run, and the commands that continue it. */
interface RunEnd {
  tally: Tally;
  interruption: Interruption;
  /** The number of recordings that are left for the next run. */
  left: number;
  /** The command line of this run. */
  again: string;
  /** `call-analysis uncertain settle` with the journal of this run. */
  settle: string;
}

/** The maximum number of failed analyses that are listed. */
const mostListed = 5;

/** Reports how a run ended. */
export function tellEnd(end: RunEnd, reporter: Reporter): void {
  const { tally, interruption, again, settle } = end;
  const { created, uncertain, unrecorded } = tally;
  const error = interruption.reason && { error: errorJson(interruption.reason) };
  reporter.say(summaryLines(end), { created: created.size, again, ...error });
  if (uncertain.size > 0) reporter.say(uncertainLines(end), { uncertain: [...uncertain.keys()] });
  if (unrecorded.length === 0) return;
  const lines = [
    `The journal lacks ${countText(unrecorded.length, "call")} that this run created.`,
    "Once the journal is writable again, run:",
    ...unrecorded.map(({ key, callId }) => `  ${settle} ${shortKey(key)} ${callId}`),
  ];
  reporter.say(lines, { unrecorded });
}

function summaryLines({ tally, interruption: { isAsked, reason }, left, again, settle }: RunEnd): string[] {
  const { completed, ...others } = tally.count;
  const parts = Object.entries({ ...others, "left for the next run": left })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `, ${count} ${what}`);
  const done = `${completed} of ${countText(tally.total, "recording")} completed${parts.join("")}.`;
  const lines = reason ? errorLines(reason, "Stopped: ") : [];
  lines.push(`${isAsked ? "Interrupted. " : ""}${done} ${countText(tally.created.size, "call")} created.`);
  const toCreateAgain = [...tally.toCreateAgain].slice(0, mostListed);
  if (toCreateAgain.length > 0)
    lines.push(
      "A failed analysis stays failed. To let the next run create a new call, which is billed:",
      ...toCreateAgain.map((key) => `  ${settle} ${shortKey(key)} --create`),
    );
  if (isAsked || reason || others.unread > 0) lines.push("To continue, run the same command again:", `  ${again}`);
  else if (others.failed > tally.toCreateAgain.size) lines.push("To retry failed recordings:", `  ${again}`);
  return lines;
}

function uncertainLines({ tally: { uncertain }, settle }: RunEnd): string[] {
  const listed = [...uncertain].flatMap(([key, { files, audioUrl }]) => {
    const copies = files.length > 1 ? ` (and ${files.length - 1} ${files.length === 2 ? "copy" : "copies"})` : "";
    return [`  ${shortKey(key)}  ${files[0]}${copies}`, ...(audioUrl === undefined ? [] : [`    ${audioUrl}`])];
  });
  const each = uncertain.size === 1 ? "It" : "Each";
  return [
    `The service never confirmed ${countText(uncertain.size, "call")}. ${each} may or may not exist.`,
    lookLine,
    ...listed,
    ...settleLines(settle),
  ];
}

/** How a person finds an uncertain call. */
export const lookLine = "Look for the recording's URL in your provider's reports.";

/** How a person records the result. */
export function settleLines(settle: string): string[] {
  return [
    "Then record what you found:",
    `  ${settle} KEY CALL_ID   (the call exists)`,
    `  ${settle} KEY --create  (it does not exist, so the next run creates it)`,
    `  ${settle} KEY --skip    (never create the call)`,
  ];
}

/** The beginning of a key, long enough to identify it. */
export function shortKey(key: string): string {
  return key.slice(0, 12);
}
