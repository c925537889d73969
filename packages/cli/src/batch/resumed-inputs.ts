/** Which recordings of a journal `resume` goes on with, each key once, and how many calls it would create. */
import { realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { FileJournal } from "@call-analysis/sdk/node";
import { UsageError } from "../errors.js";
import { type InputRecord, isFile, type RecordedInput } from "./input-record.js";
import { nameOf } from "./recordings.js";
import { inputOf, type RunInput } from "./run-input.js";

/** What `resume` would do. */
export interface ResumePlan {
  inputs: RunInput[];
  /** How many calls would be created, and billed. */
  newCalls: number;
  /** The keys of inputs that are left out: a later command gave their files other fields. */
  replacedKeys: ReadonlySet<string>;
  replaced: number;
}

/** What the plan is made from. */
export interface ResumeOptions {
  /** Held by the caller. */
  journal: FileJournal;
  record: InputRecord;
  cwd: string;
  /** The keys that a person decided to create again. */
  recreated: ReadonlySet<string>;
}

/**
 * A call that exists goes on, whatever became of its file. A new one is created with the fields of the latest command
 * that named the file, so a command that was given up is not billed beside the one that took its place.
 */
export async function planResume(options: ResumeOptions): Promise<ResumePlan> {
  const { journal, record, recreated } = options;
  const inputs: RunInput[] = [];
  const replacedKeys = new Set<string>();
  let newCalls = 0;
  let replaced = 0;
  for (const input of await keyedInputs(options)) {
    const { key } = input.input;
    const isAsked = key !== undefined && recreated.has(key);
    const state = key === undefined ? undefined : await journal.find(key);
    const hasCall = state !== undefined && state.stage !== "uploaded" && !isAsked;
    if (!hasCall && !isAsked && record.isReplaced(input.recorded)) {
      replaced += 1;
      if (key !== undefined) replacedKeys.add(key);
      continue;
    }
    inputs.push(input);
    // An input without a key cannot be read, and fails.
    if (!hasCall && key !== undefined) newCalls += 1;
  }
  return { inputs, newCalls, replaced, replacedKeys };
}

/** Each key once: a file that was renamed is found by its bytes, and then its old name has nothing to go on with. */
async function keyedInputs({ journal, record, cwd }: ResumeOptions): Promise<RunInput[]> {
  const present: RunInput[] = [];
  const gone: RunInput[] = [];
  const files = new Set<string>();
  for (const recorded of record.inputs) {
    const realPath = await realPathOf(recorded);
    if (realPath === undefined) gone.push(goneInput(recorded, cwd));
    const file = JSON.stringify([realPath, recorded.fields]);
    // An earlier command may have found one file by two paths.
    if (realPath === undefined || files.has(file)) continue;
    files.add(file);
    const { path, fields } = recorded;
    present.push(await withKey(inputOf({ path, name: nameOf(path, cwd) }, fields), journal));
  }
  const taken = new Set(present.map(({ input }) => input.key));
  const isNeeded = ({ input: { key } }: RunInput) => {
    const isFirst = key === undefined || !taken.has(key);
    taken.add(key);
    return isFirst;
  };
  return [...present, ...gone.filter(isNeeded)];
}

/** Without links; undefined when there is no such file. */
async function realPathOf(recorded: RecordedInput): Promise<string | undefined> {
  if (!isFile(recorded)) return undefined;
  const found = await stat(recorded.path).catch(() => undefined);
  return found?.isFile() ? realpath(recorded.path) : undefined;
}

async function withKey(run: RunInput, journal: FileJournal): Promise<RunInput> {
  // Without a key the batch fails to read the file again, and says why.
  const known = await journal.identify(run.input, new AbortController().signal).catch(() => undefined);
  return known === undefined ? run : { ...run, input: { ...run.input, key: known.key } };
}

/** A recording that is gone is not needed any more when its upload is done: then its key suffices. */
function goneInput(recorded: RecordedInput, cwd: string): RunInput {
  const { path, fields, key } = recorded;
  const name = nameOf(isFile(recorded) ? path : resolve(cwd, path.slice(2)), cwd);
  const open = () => {
    throw new UsageError(`${name} is gone, and its call is not created. Put it back, or run analyze with it again.`);
  };
  const file = { open, sizeBytes: 1 };
  const input = {
    file,
    filename: basename(name),
    contentType: "audio/wav",
    ...fields,
    ...(key !== undefined && { key }),
  };
  return { input, recorded, name };
}
