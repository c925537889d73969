import { ConfigurationError } from "../errors/request-errors.js";
import type { ResumeToken } from "../errors/resume-token.js";

/**
 * Checks a token that may come from a file or another process.
 *
 * @throws {ConfigurationError} for another version or shape
 */
export function checkToken(token: unknown): ResumeToken {
  const fields = (typeof token === "object" && token !== null ? token : {}) as Partial<Record<string, unknown>>;
  if (fields.version !== 1) throw wrong(`version must be 1, and is ${JSON.stringify(fields.version)}`);
  if (fields.stage === "poll" && isText(fields.callId)) return { version: 1, stage: "poll", callId: fields.callId };
  if (fields.stage === "create" && typeof fields.uncertain === "boolean" && isCall(fields.call)) {
    return { version: 1, stage: "create", uncertain: fields.uncertain, call: fields.call };
  }
  throw wrong('stage must be "create" with `uncertain` and `call`, or "poll" with `callId`');
}

/** @throws {ConfigurationError} when going on could make a second call, and nobody said that it may */
export function checkRecreate(token: ResumeToken, recreate: boolean): void {
  if (token.stage !== "create" || !token.uncertain || recreate) return;
  throw new ConfigurationError(
    "resume: whether the call was created is not known, and creating it again can make a second one. Look first; then pass { recreate: true }.",
  );
}

function isCall(call: unknown): call is Extract<ResumeToken, { stage: "create" }>["call"] {
  if (typeof call !== "object" || call === null) return false;
  const { memberId, categoryId, audio_url } = call as Record<string, unknown>;
  return isText(memberId) && isText(categoryId) && isText(audio_url);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function wrong(why: string): ConfigurationError {
  return new ConfigurationError(`resume: this is no token of this version of the package: ${why}.`);
}
