/** One input of a run: what the client takes, and what it is known by before and after its file is gone. */
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { BatchInput } from "@call-analysis/sdk";
import type { FileJournal, InputIdentity } from "@call-analysis/sdk/node";
import { UsageError } from "../errors.js";
import { nameOf, type Recording } from "./recordings.js";
import type { CallFields, RunRecording } from "./runs.js";

/** One input. */
export interface RunInput {
  input: BatchInput;
  /** Absolute; of a recording that came on stdin, `-` and its name. */
  path: string;
  name: string;
  sizeBytes?: number;
  /** What an earlier process knew it by. */
  key?: string;
  /** Known without reading the file, or why the input cannot go on. @default the file is read */
  identity?: InputIdentity | Error;
}

/** The input of a file. */
export function inputOf(
  { path, ...known }: Pick<Recording, "path" | "name"> & { sizeBytes?: number },
  fields: CallFields,
): RunInput {
  return { input: { file: { path }, ...fields }, path, ...known };
}

/** What a recording of a run is continued with. */
export interface ResumeDependencies {
  journal: FileJournal;
  fields: CallFields;
  cwd: string;
  /** The keys whose calls a person has decided to create again. */
  recreated: ReadonlySet<string>;
}

/** The input of a run that goes on. A call that exists is waited for, whatever became of the file. */
export async function resumedInput(
  { path, key }: RunRecording,
  { journal, fields, cwd, recreated }: ResumeDependencies,
): Promise<RunInput> {
  const isFile = !path.startsWith("- ");
  const name = isFile ? nameOf(path, cwd) : basename(path.slice(2));
  const run = { ...inputOf({ path: isFile ? path : resolve(cwd, path.slice(2)), name }, fields), path };
  const state = key === undefined ? undefined : await journal.find(key);
  const hasCall = state !== undefined && state.stage !== "uploaded" && !recreated.has(key ?? "");
  const isThere = isFile && (await isRegularFile(path));
  const known = key === undefined ? run : { ...run, key };
  if (isThere && !hasCall) return known;
  // Its call or its upload is there, so the file is not needed any more.
  if (key !== undefined && state) return { ...known, identity: { key, checkSame: () => {} } };
  const message = `${name} is gone, and its call is not created. Put it back, or run analyze with it again.`;
  return { ...known, identity: new UsageError(message) };
}

async function isRegularFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
