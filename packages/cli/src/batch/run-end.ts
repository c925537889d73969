/** The last lines of a run: what is done, what is not, and how to go on. Each command has its own lines, to be copied. */
import { InterruptedError } from "../errors.js";
import { errorJson, messageOf } from "../output/error-text.js";
import type { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import type { ConnectionFlags } from "../settings/connection.js";
import { digestIn } from "./identities.js";
import type { Progress } from "./progress.js";
import type { Run } from "./runs.js";

/** A creation of which nobody knows whether the call exists. */
interface Uncertain {
  /** One at least. */
  files: string[];
  /** Where its recording is, without a query, which may be a signature; undefined when that is not known. */
  address: string | undefined;
}

/** What a run noted of what needs a decision, while it took its outcomes. */
export class Notes {
  /** The keys of those whose analyses have failed, one for each failure. */
  readonly failedAnalyses: string[] = [];
  /** How many failed because their calls are lost. */
  lost = 0;
  /** How many fail again as long as their fields and recordings are as they are. */
  unusable = 0;
  /** Whether a recording is empty, or of an unknown type. */
  hasBadRecording = false;
  /** Each creation that is uncertain, by its key: copies share one. */
  readonly uncertain = new Map<string, Uncertain>();
  /** Calls that exist, and that are not on disk. */
  unrecorded: { key: string; callId: string }[] = [];
}

/** What a run came to. */
export interface RunEnd extends Notes {
  progress: Progress;
  /** How many calls it has created. */
  created: number;
  /** Why it ended early. */
  reason: Error | undefined;
  /** Whether it ended because nobody has agreed to more calls. */
  isNotAgreed: boolean;
  /** The command that goes on with it, in parts that stay on one line each. */
  resume: readonly string[];
  journalPath: string;
  /** The keys of all its recordings. */
  keys: readonly string[];
}

/** What to do about recordings that the client refuses. */
export const badRecordingHint = "Each recording needs content, and a name that ends with its format, such as .wav.";

/** How many keys are listed at most. */
const mostListed = 5;
const shortestKey = 12;
const widestCommand = 80;

/** Tells how a run ended. */
export function tellEnd(end: RunEnd, reporter: Reporter): void {
  const { reason, resume, journalPath, created, uncertain, unrecorded } = end;
  const columns = Math.min(widestCommand, reporter.columns);
  const error = isFailure(reason) && { error: errorJson(reason) };
  reporter.say(summaryLines(end, columns), { journal: journalPath, created, resume: resume.join(" "), ...error });
  if (uncertain.size > 0) reporter.say(uncertainLines(end, columns), { uncertain: [...uncertain.keys()] });
  if (unrecorded.length > 0) reporter.say(unrecordedLines(end, columns), { unrecorded });
}

function summaryLines(end: RunEnd, columns: number): string[] {
  const { progress, created, reason, isNotAgreed, resume, failedAnalyses, lost, unusable } = end;
  const { completed, failed, total } = progress;
  const summary = `${completed} of ${countText(total, "recording")} completed${failed > 0 ? `, ${failed} failed` : ""}. ${countText(created, "call")} created.`;
  const goOn = commandLines(isNotAgreed ? [...resume, "--yes"] : resume, columns);
  const lines = [reason instanceof InterruptedError ? `Interrupted. ${summary}` : summary];
  if (reason instanceof InterruptedError) lines.splice(0, 1, `${lines[0]} To go on:`, ...goOn);
  if (isFailure(reason)) lines.unshift(`Stopped: ${messageOf(reason)}`);
  if (isNotAgreed) lines.push("To create the others too:", ...goOn);
  else if (isFailure(reason)) lines.push("When that is mended, go on with:", ...goOn);
  lines.push(...failureLines(end, columns));
  const notHelped = failedAnalyses.length + lost + unusable;
  if (!reason && failed > notHelped) lines.push(`To try ${notHelped > 0 ? "the others" : "those"} again:`, ...goOn);
  return lines;
}

function isFailure(reason: Error | undefined): reason is Error {
  return reason !== undefined && !(reason instanceof InterruptedError);
}

/** What helps where trying again does not. */
function failureLines(end: RunEnd, columns: number): string[] {
  const keys = [...new Set(end.failedAnalyses)].slice(0, mostListed);
  const lines = end.hasBadRecording ? [badRecordingHint] : [];
  if (keys.length > 0) {
    const decisions = keys.map((key) => settlement(key, "recreate", end));
    const command = commandLines([...end.resume, ...decisions], columns);
    lines.push("An analysis that failed stays so. To have it made and billed again:", ...command);
  }
  if (end.lost > 0) lines.push("To have lost calls made and billed again: analyze --again, with their recordings.");
  return lines;
}

function uncertainLines(end: RunEnd, columns: number): string[] {
  const { uncertain, resume } = end;
  const all = [...uncertain];
  const others = all.length - mostListed;
  return [
    `${countText(all.length, "call")} may have been created, or may not: no answer tells.`,
    "The service lists no calls, so look for the recording's address in its pages,",
    "or ask who runs it. Put the call's id for CALL_ID, or recreate if there is none:",
    ...all
      .slice(0, mostListed)
      .flatMap(([key, uncertainCall]) => [
        ...recordingLines(uncertainCall),
        ...commandLines([...resume, settlement(key, "CALL_ID", end)], columns),
      ]),
    ...(others > 0 ? [`  and ${others} more:`, ...commandLines(resume, columns)] : []),
  ];
}

function recordingLines({ files: [file, ...copies], address }: Uncertain): string[] {
  const name = `  ${file}${copies.length > 0 ? ` (and ${copies.length} more with the same bytes)` : ""}`;
  return address === undefined ? [name] : [name, `    ${address}`];
}

function unrecordedLines(end: RunEnd, columns: number): string[] {
  return [
    `Created, and not recorded: ${countText(end.unrecorded.length, "call")}.`,
    "Once the journal can be written, record them:",
    ...end.unrecorded.flatMap(({ key, callId }) =>
      commandLines([...end.resume, settlement(key, callId, end)], columns),
    ),
  ];
}

/** A decision by the beginning of a key that no other recording has. */
function settlement(key: string, decision: string, { keys }: RunEnd): string {
  const digest = digestIn(key);
  const others = keys.map(digestIn).filter((other) => other !== digest);
  let length = shortestKey;
  while (length < digest.length && others.some((other) => other.startsWith(digest.slice(0, length)))) length += 1;
  return `--settle ${digest.slice(0, length)}=${decision}`;
}

/** A command in lines that fit a terminal, and that a shell takes together. */
function commandLines(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`;
    // The backslash needs two columns.
    if (lines.length > 0 && longer.length + 2 <= columns) lines.splice(-1, 1, longer);
    else lines.push(lines.length === 0 ? `  ${part}` : `    ${part}`);
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}

/** The command that goes on with a run, in parts that stay on one line each. */
export function resumeCommand(
  { id }: Run,
  { named, baseUrl }: ConnectionFlags & { named: string | undefined },
): string[] {
  const flags = { "--run": String(id), "--base-url": baseUrl };
  const given = Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined ? [] : `${flag} ${quoted(value)}`,
  );
  return ["call-analysis resume", ...(named === undefined ? [] : [quoted(named)]), ...given];
}

/** A path for a shell, quoted where that is needed. */
function quoted(path: string): string {
  return /^[\w@%+=:,./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
