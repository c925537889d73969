/** Plans a run for each recording, and asks for consent to the calls that it would create. */
import { existsSync } from "node:fs";
import type { FileJournal } from "@call-analysis/sdk/node";
import { CommandError, usageError } from "../errors.js";
import { countText } from "../output/text-width.js";
import type { Session } from "../session.js";
import { type JournalPlace, withJournal } from "./command-journal.js";
import type { AnalyzeFlags } from "./flags.js";
import { type Identity, identify, type RecordingInput } from "./recording-input.js";
import { hasRecordingEnding } from "./recordings.js";

/** A recording before a run. */
export interface Planned extends RecordingInput, Partial<Identity> {
  /**
   * The state in the journal, if known: "creating" means that another process is creating the call. "copy" is a copy of
   * an earlier recording. "unusable" is a file that is empty, unreadable, changed meanwhile, or of an unknown format.
   */
  state: "new" | "uploaded" | "creating" | "uncertain" | "created" | "skipped" | "copy" | "unusable";
  /** Why the recording is unusable. */
  error?: Error;
  /** The URL of the recording, if the journal has it. */
  audioUrl?: string | undefined;
}

/** Whether the run creates the call, which is billed. */
export function isBilled({ state }: Pick<Planned, "state">): boolean {
  return state === "new" || state === "uploaded";
}

/** Reads every recording, and looks it up in the journal. Does not create the journal. */
export async function planOf(inputs: readonly RecordingInput[], place: JournalPlace): Promise<Planned[]> {
  const seen = new Set<string>();
  const standings = async (journal?: FileJournal) => {
    const plan: Planned[] = [];
    for (const input of inputs) {
      const planned = await standing(input, journal);
      const { key = "" } = planned;
      plan.push(isBilled(planned) && seen.has(key) ? { ...planned, state: "copy" } : planned);
      seen.add(key);
    }
    return plan;
  };
  return existsSync(place.path) ? withJournal(place, standings) : standings();
}

async function standing(input: RecordingInput, journal: FileJournal | undefined): Promise<Planned> {
  const { name, path, sizeBytes } = input;
  try {
    if (sizeBytes === 0) throw usageError(`${name}: the file is empty.`);
    if (!hasRecordingEnding(path)) throw usageError(`${name}: the file name needs an audio extension such as .wav.`);
    const identity = await identify(input);
    const known = await journal?.find(identity.key);
    return { ...input, ...identity, state: known?.state ?? "new", audioUrl: known?.audio_url };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { ...input, state: "unusable", error };
  }
}

/** The default of `--max-calls` without a terminal and without `--yes`. */
const defaultMaxCalls = 50;

/**
 * Returns if this number of calls may be created.
 *
 * @throws {CommandError} if the number exceeds `--max-calls`, or the person refuses
 */
export async function agree(
  count: number,
  { flags: { yes, maxCalls }, context }: Session<AnalyzeFlags>,
): Promise<void> {
  const { stdin, stderr } = context;
  const canAsk = stdin.isTTY === true && stderr.isTTY === true;
  const limit = maxCalls ?? (yes || canAsk ? Infinity : defaultMaxCalls);
  if (count > limit)
    throw usageError(`${billedText(count)}, but --max-calls is ${limit}. Nothing was sent.`, {
      hint: `To allow them, pass --max-calls ${count}. To list them, pass --dry-run.`,
    });
  if (yes || count <= 1 || !canAsk) return;
  const { confirm, isCancel } = await import("@clack/prompts");
  const message = `${billedText(count)}. Go ahead?`;
  const answer = await confirm({ message, initialValue: false, input: stdin, output: stderr });
  if (answer !== true) throw new CommandError(isCancel(answer) ? "interrupted" : "declined", "Nothing was sent.");
}

/** How many calls would be billed, such as `3 calls would be created and billed`. */
export function billedText(count: number): string {
  return `${countText(count, "call")} would be created and billed`;
}
