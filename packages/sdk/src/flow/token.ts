/** Resume tokens: plain data, made by errors and events, and checked when they come back. */
import { ConfigurationError, type CreateToken, type PollToken, type ResumeToken } from "../errors.js";
import { checkNames, kindOf } from "../known-names.js";
import { callFieldsOf, copyOfFields } from "./call-fields.js";
import type { FlowOptions } from "./run.js";

export function createToken(
  fields: Omit<CreateToken, "version" | "stage" | "key"> & { key?: string | undefined },
): CreateToken {
  const { baseUrl, uncertain, key } = fields;
  const call = copyOfFields(fields.call);
  return { version: 1, stage: "create", baseUrl, uncertain, call, ...(key !== undefined && { key }) };
}

export function pollToken(baseUrl: string, callId: string): PollToken {
  return { version: 1, stage: "poll", baseUrl, callId };
}

/**
 * Checks a token that may come from a file or another process.
 *
 * @throws {ConfigurationError} for another version, shape or service, and where going on could create a second call
 */
export function checkToken(given: unknown, baseUrl: string, { journal, key, recreate }: FlowOptions): ResumeToken {
  if (typeof given !== "object" || given === null)
    throw malformed(`expected an object, got ${kindOf(given)}${typeof given === "string" ? ". Use JSON.parse" : ""}`);
  checkNames("resume: the token", given, ["version", "stage", "baseUrl", "uncertain", "call", "key", "callId"]);
  // Both stages are tried: the text is anybody's.
  const token = given as Partial<Omit<CreateToken & PollToken, "stage">> & { stage?: string };
  if (token.version !== 1) throw malformed("its version must be 1");
  if (token.baseUrl !== baseUrl)
    throw refused(`the token belongs to ${token.baseUrl}. If the service has moved, pass { ...token, baseUrl }`);
  if (token.stage === "poll" && typeof token.callId === "string") return pollToken(baseUrl, token.callId);
  if (token.stage !== "create" || typeof token.uncertain !== "boolean")
    throw malformed('it must have the stage "create" with `uncertain` and `call`, or "poll" with `callId`');
  const call = callFieldsOf(Object(token.call));
  if (token.key !== undefined && typeof token.key !== "string") throw malformed("its key must be a string");
  if (key !== undefined && token.key !== undefined && key !== token.key)
    throw refused(`the token has its own key, ${JSON.stringify(token.key)}. Leave \`key\` out`);
  if (recreate !== true) {
    if (token.key !== undefined && journal === undefined)
      throw refused("pass the journal that the flow used, or { recreate: true } to create the call without it");
    // With a key, the flow's journal decides. Without one no journal knows of the creation, and any would grant it.
    if (token.key === undefined && token.uncertain)
      throw refused("the call may already exist. If you have checked that it does not, pass { recreate: true }");
  }
  return createToken({ baseUrl, uncertain: token.uncertain, call, key: token.key });
}

function malformed(why: string): ConfigurationError {
  return refused(`not a valid resume token: ${why}`);
}

function refused(why: string): ConfigurationError {
  return new ConfigurationError(`resume: ${why}.`);
}
