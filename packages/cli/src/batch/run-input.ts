/** One input of a run: what the client takes, and what it is known by before and after its file is gone. */
import type { BatchInput } from "@call-analysis/sdk";
import type { InputIdentity } from "@call-analysis/sdk/node";
import type { Recording } from "./recordings.js";
import type { CallFields } from "./runs.js";

/** One input. */
export interface RunInput {
  input: BatchInput;
  /** Absolute. */
  path: string;
  name: string;
  sizeBytes?: number;
  /** What an earlier process knew it by. */
  key?: string;
  /** The key that a person has decided about: its call is created, whatever else is known of the recording. */
  decided?: string;
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
