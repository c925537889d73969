/** The errors of each interface: their status and their body. */
import { escapeMarkup } from "../core/encoding.js";
import { jsonResponse, type ServiceResponse } from "../core/message.js";
import type { MockServiceError, MockServiceErrorKind } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";

/** Turns an error into a response of one of the service's interfaces. */
export type ErrorFormat = (error: MockServiceError, policies: Policies) => ServiceResponse;

/** The external interface's errors, whose body the specification leaves open (`external-errors`). */
export const externalError: ErrorFormat = (error, policies) => {
  const fields = error.fields.map(({ path, message }) => ({ path, message }));
  const code = error.kind.replaceAll("-", "_");
  return jsonResponse(statusOf(error.kind, policies), { error: { code, message: error.message, fields } });
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
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${storeCode(error.kind)}</Code>${message}</Error>`,
  };
};

function statusOf(kind: MockServiceErrorKind, policies: Policies): number {
  switch (kind) {
    case "invalid-input":
      return policies.invalidInputStatus;
    case "email-in-use":
      return policies.emailInUseStatus;
    case "unknown-reference":
      return policies.unknownReferenceStatus;
    case "malformed-body":
      return 400;
    case "unauthorized":
      return 401;
    case "access-denied":
    case "signature-mismatch":
      return 403;
    case "not-found":
      return 404;
    case "method-not-allowed":
      return 405;
    case "body-too-large":
      return 413;
    case "rate-limited":
      return 429;
    case "injected-fault":
    case "broken-override":
      return 500;
  }
}

/** The codes that S3 has for the requests that a store refuses. */
function storeCode(kind: MockServiceErrorKind): string {
  switch (kind) {
    case "signature-mismatch":
      return "SignatureDoesNotMatch";
    case "not-found":
      return "NoSuchKey";
    case "method-not-allowed":
      return "MethodNotAllowed";
    case "body-too-large":
      return "EntityTooLarge";
    case "injected-fault":
    case "broken-override":
      return "InternalError";
    default:
      return "AccessDenied";
  }
}
