/** The errors of each interface: their status and their body. */
import type { Addresses } from "../core/addresses.js";
import { escapeMarkup } from "../core/encoding.js";
import { errorResponse, jsonResponse, type ServiceResponse } from "../core/message.js";
import { errorStatuses, type MockServiceError } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";

/** Turns an error into a response of one interface. A rule may change its status. */
type ErrorFormat = (error: MockServiceError, policies: Policies, status?: number) => ServiceResponse;

/** The errors of the external interface. The specification leaves their body open (`external-errors`). */
const externalError: ErrorFormat = (error, policies, status = statusOf(error, policies)) => {
  const fields = error.fields.map(({ path, message }) => ({ path, message }));
  const code = error.kind.replaceAll("-", "_");
  return errorResponse(status, { code, message: error.message, fields });
};

/**
 * The errors of the control interface. It is not part of the service, so the policy for invalid input does not apply.
 */
const controlError: ErrorFormat = (error, policies) => externalError(error, { ...policies, invalidInputStatus: 400 });

/** `campaign-error-statuses` */
const campaignInvalidInputStatus = 422;

/**
 * The errors of the campaign interface. `detail` is a list for invalid input, else a string. @see the specification's
 * section 7
 */
const campaignError: ErrorFormat = (error, policies, status = statusOf(error, policies)) => {
  if (error.fields.length === 0) return jsonResponse(status, { detail: error.message });
  const detail = error.fields.map(({ path, problem, message }) => ({
    type: problem.replaceAll("-", "_"),
    loc: path === "" ? ["body"] : ["body", path],
    msg: problem === "missing" ? "Field required" : message,
    ctx: {},
  }));
  return jsonResponse(campaignInvalidInputStatus, { detail });
};

/** The codes of S3 for errors with these statuses. */
const storeCodes: Readonly<Record<number, string>> = {
  403: "AccessDenied",
  404: "NoSuchKey",
  405: "MethodNotAllowed",
  411: "MissingContentLength",
  413: "EntityTooLarge",
  501: "NotImplemented",
  503: "SlowDown",
};

/** The errors of the storage, in the format of S3 (`storage-errors`). */
const storageError: ErrorFormat = (error, policies, status = statusOf(error, policies)) => {
  if (policies.storageErrorFormat === "json") return externalError(error, policies, status);
  const message = `<Message>${escapeMarkup(error.message)}</Message>`;
  const general = storeCodes[status] ?? (status < 500 ? "InvalidRequest" : "InternalError");
  const storeCode = error.kind === "signature-mismatch" ? "SignatureDoesNotMatch" : general;
  return {
    status,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${storeCode}</Code>${message}</Error>`,
  };
};

/** The error format of each interface. */
export const errorFormats: Readonly<Record<keyof Addresses, ErrorFormat>> = {
  baseUrl: externalError,
  campaignBaseUrl: campaignError,
  storageUrl: storageError,
  controlUrl: controlError,
};

function statusOf({ kind }: MockServiceError, policies: Policies): number {
  const status = errorStatuses[kind];
  return typeof status === "number" ? status : policies[status];
}
