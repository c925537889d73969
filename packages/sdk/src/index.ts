/** The typed client for the Call Analysis Service. */
export type {
  AnalyzeFileInput,
  AnalyzeUrlInput,
  Calls,
  SubmittedCall,
  UploadOptions,
  WaitOptions,
} from "./calls.js";
export { CallAnalysis } from "./client.js";
export type * from "./contract/types.js";
export type { OperationId, ResponseValidator, ValidationIssue } from "./contract/validator.js";
export { type CriterionRow, criterionRows } from "./criterion-rows.js";
export * from "./errors.js";
export type {
  ClaimedRecording,
  ClaimOptions,
  Journal,
  JournalClaim,
  JournaledInput,
  JournalState,
} from "./flow/journal.js";
export { isCompleted, isFailed, type PollOptions } from "./flow/poll.js";
export type { FlowEvent, FlowOptions } from "./flow/run.js";
export type { ApiKey, ClientOptions, Fetch, FetchInit, FetchResponse, ValidateOptions } from "./options.js";
export type { Attempt, Hooks } from "./request/hooks.js";
export type { Logger, LogLevel } from "./request/log.js";
export type { ApiPromise, RequestOptions, WithResponse } from "./request/requests.js";
export type { RetryPolicy } from "./request/retry.js";
export type { Agents, Campaigns, Categories } from "./resources.js";
export type { UploadProgress } from "./upload/progress.js";
export type { RecordingOptions, TemporaryRecording } from "./upload/recording.js";
export type { RecordingBlob, RecordingSource } from "./upload/source.js";
export type { RecordingStream } from "./upload/stream-source.js";
export type { UploadedRecording } from "./upload/upload.js";
