/** Resume tokens: plain data that errors and events contain. They are checked when they come back. */
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
 * @throws {ConfigurationError} if the version, shape or service is wrong, or if continuing could create a second call
 */
export function checkToken(given: unknown, baseUrl: string, { journal, key, recreate }: FlowOptions): ResumeToken {
  if (typeof given !== "object" || given === null)
    throw malformed(`expected an object, got ${kindOf(given)}${typeof given === "string" ? ". Use JSON.parse" : ""}`);
  checkNames("resume: the token", given, ["version", "stage", "baseUrl", "uncertain", "call", "key", "callId"]);
  // Both stages are tried: the text is anybody's.
  const token = given as Partial<Omit<CreateToken & PollToken, "stage">> & { stage?: string };
  if (token.version !== 1) throw malformed("expected version 1");
  if (token.baseUrl !== baseUrl)
    throw refused(`the token belongs to ${token.baseUrl}. If the service has moved, pass { ...token, baseUrl }`);
  if (token.stage === "poll" && typeof token.callId === "string") return pollToken(baseUrl, token.callId);
  if (token.stage !== "create" || typeof token.uncertain !== "boolean")
    throw malformed('expected the stage "create" with `uncertain` and `call`, or the stage "poll" with `callId`');
  const call = callFieldsOf(Object(token.call));
  if (token.key !== undefined && typeof token.key !== "string") throw malformed("key: expected a string");
  if (key !== undefined && token.key !== undefined && key !== token.key)
    throw refused(`the token already has the key ${JSON.stringify(token.key)}. Do not pass \`key\``);
  if (recreate !== true) {
    if (token.key !== undefined && journal === undefined)
      throw refused(
        "journal is missing. Pass the journal of the first flow, or pass { recreate: true } to create the call without it",
      );
    // With a key, the flow's journal decides. Without one no journal knows of the creation, and any would grant it.
    if (token.key === undefined && token.uncertain)
      throw refused("the call may already exist. If you have made sure that it does not, pass { recreate: true }");
  }
  return createToken({ baseUrl, uncertain: token.uncertain, call, key: token.key });
}

function malformed(why: string): ConfigurationError {
  return refused(`not a valid resume token: ${why}`);
}

function refused(why: string): ConfigurationError {
  return new ConfigurationError(`resume: ${why}.`);
}
