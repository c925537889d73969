/** Typed client of the Call Analysis Service. */

export type { BatchEvent, BatchOptions, BatchOutcome } from "./batch/batch-options.js";
export type {
  AnalyzeUrlInput,
  Calls,
  CreateCallOptions,
  ResumeOptions,
  UploadOptions,
  WaitOptions,
} from "./calls.js";
export { CallAnalysis } from "./client.js";
export type * from "./contract/types.js";
export type { OperationId, ResponseValidator } from "./contract/validator.js";
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableEntityError,
} from "./errors/api-errors.js";
export {
  CallAnalysisError,
  type FlowStage,
  type ResumeToken,
} from "./errors/call-analysis-error.js";
export { AnalysisFailedError, PollTimeoutError, SubmissionUncertainError, UploadError } from "./errors/flow-errors.js";
export {
  AbortError,
  ConfigurationError,
  ConnectionError,
  KeyProviderError,
  ResponseFormatError,
  ResponseValidationError,
  TimeoutError,
} from "./errors/request-errors.js";
export { isCompleted } from "./flow/call-status.js";
export type { FlowEvent } from "./flow/events.js";
export type { AnalyzeFileInput, FlowOptions, SubmittedCall } from "./flow/flow.js";
export type { PollOptions } from "./flow/poll-options.js";
export type { ClientOptions } from "./options.js";
export type { BatchInput, BatchJournal } from "./record/journal.js";
export type { CreationLedger, LedgerClaim, LedgerOptions } from "./record/ledger.js";
export type { ApiPromise } from "./request/api-promise.js";
export type { Fetch } from "./request/client-settings.js";
export type { Logger } from "./request/log.js";
export type { Middleware } from "./request/middleware.js";
export type { RequestOptions } from "./request/request-options.js";
export type { RetryPolicy } from "./request/retry.js";
export type { Agents } from "./resources/agents.js";
export type { Campaigns } from "./resources/campaigns.js";
export type { Categories } from "./resources/categories.js";
export type { UploadProgress } from "./upload/progress.js";
export type { UploadedRecording } from "./upload/put.js";
export type { RecordingOptions, RecordingSource, TemporaryRecording } from "./upload/source.js";
