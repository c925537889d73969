/** Resume tokens: plain data that errors and events contain. They are checked when they come back. */
import { ConfigurationError, type CreateToken, type PollToken, type ResumeToken } from "../errors.js";
import { checkNames } from "../known-names.js";
import { check, rule } from "../rules.js";
import { callFieldsOf } from "./call-fields.js";
import type { FlowOptions } from "./run.js";

/** A copy for the caller's own code, which may change it. An undefined key is left out. */
export function createToken(
  fields: Omit<CreateToken, "version" | "stage" | "key"> & { key: string | undefined },
): CreateToken {
  return JSON.parse(JSON.stringify({ version: 1, stage: "create", ...fields })) as CreateToken;
}

export function pollToken(baseUrl: string, callId: string): PollToken {
  return { version: 1, stage: "poll", baseUrl, callId };
}

/**
 * Checks a token that may come from a file or another process.
 *
 * @throws {ConfigurationError} if the version, shape or service is wrong, or if continuing could create a second call
 */
export function checkToken(given: unknown, baseUrl: string, { journal, recreate }: FlowOptions): ResumeToken {
  check("resume: the token", given, aToken);
  checkNames("resume: the token", given, ["version", "stage", "baseUrl", "uncertain", "call", "key", "callId"]);
  // The rule has checked its shape, and the fields of its call are checked below.
  const token = given as ResumeToken;
  if (token.baseUrl !== baseUrl)
    throw refused(`the token belongs to ${token.baseUrl}. If the service has moved, pass { ...token, baseUrl }`);
  if (token.stage === "poll") return pollToken(baseUrl, token.callId);
  const { uncertain, key } = token;
  const call = callFieldsOf(Object(token.call));
  if (recreate !== true) {
    if (key !== undefined && journal === undefined)
      throw refused("pass the journal that has its key, or { recreate: true } to create the call without a journal");
    // With a key, the flow's journal decides. Without one no journal knows of the creation, and any would grant it.
    if (key === undefined && uncertain)
      throw refused("the call may already exist. If you have made sure that it does not, pass { recreate: true }");
  }
  return createToken({ baseUrl, uncertain, call, key });
}

const aToken = rule("the `resume` of an error or an event, not its JSON text", (given) => {
  const { version, stage, callId, uncertain, key = "" } = Object(given);
  const isOfStage =
    stage === "poll" ? typeof callId === "string" : stage === "create" && typeof uncertain === "boolean";
  return version === 1 && isOfStage && typeof key === "string";
});

function refused(why: string): ConfigurationError {
  return new ConfigurationError(`resume: ${why}.`);
}
