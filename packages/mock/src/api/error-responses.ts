/** The errors of each interface: their status and their body. */
import type { Addresses } from "../core/addresses.js";
import { escapeMarkup } from "../core/encoding.js";
import { errorResponse, jsonResponse, type ServiceResponse } from "../core/message.js";
import {
  type ErrorKind,
  errorKinds,
  type MockServiceError,
  type MockServiceErrorKind,
} from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";

/** Turns an error into a response of one of the service's interfaces. */
type ErrorFormat = (error: MockServiceError, policies: Policies) => ServiceResponse;

/** The external interface's errors, whose body the specification leaves open (`external-errors`). */
const externalError: ErrorFormat = (error, policies) => {
  const fields = error.fields.map(({ path, message }) => ({ path, message }));
  const code = error.kind.replaceAll("-", "_");
  return errorResponse(statusOf(error.kind, policies), { code, message: error.message, fields });
};

/** The control interface's errors. It is not part of the service, so the policy for invalid input does not count. */
const controlError: ErrorFormat = (error, policies) => externalError(error, { ...policies, invalidInputStatus: 400 });

/** `campaign-error-statuses` */
const campaignInvalidInputStatus = 422;

/** The campaign interface's errors: `detail` as a list for input, else as a string. @see the specification's section 7 */
const campaignError: ErrorFormat = (error, policies) => {
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
const storageError: ErrorFormat = (error, policies) => {
  if (policies.storageErrorFormat === "json") return externalError(error, policies);
  const message = `<Message>${escapeMarkup(error.message)}</Message>`;
  const { storeCode = "AccessDenied" }: ErrorKind = errorKinds[error.kind];
  return {
    status: statusOf(error.kind, policies),
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${storeCode}</Code>${message}</Error>`,
  };
};

/** The form of the errors of each interface. */
export const errorFormats: Readonly<Record<keyof Addresses, ErrorFormat>> = {
  baseUrl: externalError,
  campaignBaseUrl: campaignError,
  storageUrl: storageError,
  controlUrl: controlError,
};

function statusOf(kind: MockServiceErrorKind, policies: Policies): number {
  const { status } = errorKinds[kind];
  return typeof status === "number" ? status : policies[status];
}
