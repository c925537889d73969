/** From a recording to a created call. */
import type { CallInput, CreatedCall, UserDefinedFields } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import type { RecordingOptions, RecordingSource } from "../upload/source.js";
import type { UploadedRecording } from "../upload/uploaded-recording.js";
import { callFieldsOf } from "./call-fields.js";
import type { Flow } from "./flow.js";

/** A recording and what its call is to be. */
export interface AnalyzeFileInput<Udfs = UserDefinedFields>
  extends RecordingOptions,
    Omit<CallInput, "audio_url" | "udfs"> {
  file: RecordingSource;
  udfs?: Udfs | undefined;
}

/** A call that was created of a recording. */
export interface SubmittedCall extends CreatedCall {
  recording: UploadedRecording;
}

/** Uploads a recording and creates its call. */
export async function submit(flow: Flow, input: AnalyzeFileInput<unknown>): Promise<SubmittedCall> {
  checkInput(input);
  const { file, filename, contentType, ...fields } = input;
  // What is wrong with the call's fields is said before a byte is sent.
  const { audio_url: _, ...checked } = callFieldsOf({ ...fields, audio_url: "not known yet" });
  const recording = await flow.upload(file, { filename, contentType });
  const call = { ...checked, audio_url: recording.publicUrl };
  await flow.uploaded(recording, call);
  return { ...(await flow.create(call)), recording };
}

/** @throws {ConfigurationError} when there is no object to take fields from */
export function checkInput(input: unknown): void {
  if (typeof input === "object" && input !== null) return;
  throw new ConfigurationError("The input must be an object with file, memberId and categoryId.");
}
