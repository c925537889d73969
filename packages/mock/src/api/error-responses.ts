/** The errors of each interface: their status and their body. */
import { escapeMarkup } from "../core/encoding.js";
import { errorResponse, jsonResponse, type ServiceResponse } from "../core/message.js";
import type { MockServiceError, MockServiceErrorKind } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";

/** Turns an error into a response of one of the service's interfaces. */
export type ErrorFormat = (error: MockServiceError, policies: Policies) => ServiceResponse;

/** The external interface's errors, whose body the specification leaves open (`external-errors`). */
export const externalError: ErrorFormat = (error, policies) => {
  const fields = error.fields.map(({ path, message }) => ({ path, message }));
  const code = error.kind.replaceAll("-", "_");
  return errorResponse(statusOf(error.kind, policies), { code, message: error.message, fields });
};

/** The control interface's errors. It is not part of the service, so the policy for invalid input does not count. */
export const controlError: ErrorFormat = (error, policies) =>
  externalError(error, { ...policies, invalidInputStatus: 400 });

/** `campaign-error-statuses` */
const campaignInvalidInputStatus = 422;

/** The campaign interface's errors: `detail` as a list for input, else as a string. @see the specification's section 7 */
export const campaignError: ErrorFormat = (error, policies) => {
  if (error.fields.length === 0) return jsonResponse(statusOf(error.kind, policies), { detail: error.message });
  const detail = error.fields.map(({ path, problem, message }) => ({
    type: problem.replaceAll("-", "_"),
    loc: path === "" ? ["body"] : ["body", path],
    msg: problem === "missing" ? "Field required" : message,
    ctx: {},
  }));
  return jsonResponse(campaignInvalidInputStatus, { detail });
};

/** The storage's errors, in the form of S3 (`storage-errors`). */
export const storageError: ErrorFormat = (error, policies) => {
  if (policies.storageErrorFormat === "json") return externalError(error, policies);
  const message = `<Message>${escapeMarkup(error.message)}</Message>`;
  return {
    status: statusOf(error.kind, policies),
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${storeCodes[error.kind] ?? "AccessDenied"}</Code>${message}</Error>`,
  };
};

/** The status of each error, or the policy that sets it. */
const statuses = {
  "invalid-input": "invalidInputStatus",
  "email-in-use": "emailInUseStatus",
  "unknown-reference": "unknownReferenceStatus",
  "malformed-body": 400,
  unauthorized: 401,
  "access-denied": 403,
  "signature-mismatch": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "missing-length": 411,
  "chunked-body": 501,
  "body-too-large": 413,
  "rate-limited": 429,
  "injected-fault": 500,
  "resolver-failed": 500,
} as const satisfies Record<MockServiceErrorKind, number | keyof Policies>;

function statusOf(kind: MockServiceErrorKind, policies: Policies): number {
  const status = statuses[kind];
  return typeof status === "number" ? status : policies[status];
}

/** The codes that S3 has for the requests that a store refuses; for all others `AccessDenied`. */
const storeCodes: { readonly [Kind in MockServiceErrorKind]?: string } = {
  "signature-mismatch": "SignatureDoesNotMatch",
  "not-found": "NoSuchKey",
  "method-not-allowed": "MethodNotAllowed",
  "missing-length": "MissingContentLength",
  "chunked-body": "NotImplemented",
  "body-too-large": "EntityTooLarge",
  "injected-fault": "InternalError",
  "resolver-failed": "InternalError",
};
