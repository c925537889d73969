import type { ResumeToken } from "../errors/call-analysis-error.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { type CallFieldsInput, callFieldsOf } from "./call-fields.js";
import { createToken, pollToken } from "./tokens.js";

/**
 * Checks a token that may come from a file or another process.
 *
 * @throws {ConfigurationError} for another version or shape
 */
export function checkToken(token: unknown): ResumeToken {
  if (typeof token === "string") throw wrong("it is a string; JSON.parse it first");
  const fields = (typeof token === "object" && token !== null ? token : {}) as Partial<Record<string, unknown>>;
  const { version, stage, callId, uncertain, call } = fields;
  if (version !== 1) throw wrong(`version must be 1, and is ${JSON.stringify(version)}`);
  if (stage === "poll" && typeof callId === "string" && callId !== "") return pollToken(callId);
  if (stage === "create" && typeof uncertain === "boolean" && typeof call === "object" && call !== null) {
    return createToken(checkCall(call), uncertain);
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

function checkCall(call: object): ReturnType<typeof callFieldsOf> {
  try {
    // What is missing is what is looked for.
    return callFieldsOf(call as CallFieldsInput);
  } catch (cause) {
    throw wrong(`call: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function wrong(why: string): ConfigurationError {
  return new ConfigurationError(`resume: this is no token of this version of the package: ${why}.`);
}
