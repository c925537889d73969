import type { CallInput, UserDefinedFields } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { withWireDate } from "../resources/call-requests.js";

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
export function callFieldsOf({ memberId, categoryId, audio_url, udfs, date }: CallFieldsInput): CallFields {
  const fields = {
    memberId: checkText("memberId", memberId),
    categoryId: checkText("categoryId", categoryId),
    audio_url: checkText("audio_url", audio_url),
    ...(udfs === undefined ? {} : { udfs: copyOf(udfs) }),
  };
  return withWireDate({ ...fields, date });
}

function checkText(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new ConfigurationError(`${name} must be a non-empty string.`);
}

function copyOf(udfs: unknown): UserDefinedFields {
  if (typeof udfs !== "object" || udfs === null || Array.isArray(udfs)) {
    throw new ConfigurationError("udfs must be an object.");
  }
  try {
    return JSON.parse(JSON.stringify(udfs));
  } catch (cause) {
    throw new ConfigurationError("udfs cannot be written as JSON: it has a circle or a BigInt.", { cause });
  }
}
