/** Checks and copies the fields that a call is created with. */
import type { CallInput, UserDefinedFields } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { toJson } from "../request/serialize.js";
import { withWireDate } from "../resources/call-requests.js";
import { isObject, isText } from "../value-kinds.js";

/** What a call is created with, as JSON: the same here, in a token, and in another process. */
export type CallFields = Omit<CallInput, "date"> & { date?: string };

/** A call's fields as callers pass them: `udfs` may be of the caller's own type. */
export type CallFieldsInput = Omit<CallInput, "udfs"> & { udfs?: unknown };

/**
 * The fields of a call and no others, checked and copied before anything is sent: what the caller changes
 * later does not change the call.
 *
 * @throws {ConfigurationError} that names the field
 */
export function callFieldsOf(input: CallFieldsInput): CallFields {
  return { ...callFieldsWithoutUrl(input), audio_url: checkText("audio_url", input.audio_url) };
}

/** The same for a call whose recording has no URL yet. */
export function callFieldsWithoutUrl({
  memberId,
  categoryId,
  udfs,
  date,
}: Omit<CallFieldsInput, "audio_url">): Omit<CallFields, "audio_url"> {
  const ids = { memberId: checkText("memberId", memberId), categoryId: checkText("categoryId", categoryId) };
  return withWireDate({ ...ids, ...(udfs !== undefined && { udfs: copyOf(udfs) }), date });
}

function checkText(name: string, value: unknown): string {
  if (isText(value)) return value;
  throw new ConfigurationError(`${name} must be a non-empty string.`);
}

function copyOf(udfs: unknown): UserDefinedFields {
  if (!isObject(udfs) || Array.isArray(udfs)) {
    throw new ConfigurationError("udfs must be an object.");
  }
  return JSON.parse(toJson("udfs", { udfs })).udfs;
}
