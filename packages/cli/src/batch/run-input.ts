/** One input of a run: what the client takes, what is recorded of it, and its name for people. */
import type { BatchInput } from "@call-analysis/sdk";
import type { CallFields, RecordedInput } from "./input-record.js";
import type { Recording } from "./recordings.js";

/** One input. */
export interface RunInput {
  input: BatchInput;
  recorded: RecordedInput;
  name: string;
}

/** The input of a file. */
export function inputOf({ path, name }: Pick<Recording, "path" | "name">, fields: CallFields): RunInput {
  return { input: { file: { path }, ...fields }, recorded: { path, fields }, name };
}
