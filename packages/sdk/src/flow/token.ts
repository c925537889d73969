/** Resume tokens: plain data that errors and events contain. They are checked when they come back. */
import { ConfigurationError, type CreateToken, type PollToken, type ResumeToken } from "../errors.js";
import { checkNames } from "../known-names.js";
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
  // Any value may be given, so its fields are checked one by one.
  const token = Object(given) as Partial<Omit<CreateToken & PollToken, "stage">> & { stage?: string };
  const { version, stage, callId, uncertain, key: ownKey } = token;
  const isOfPoll = stage === "poll" && typeof callId === "string";
  const isOfCreate = stage === "create" && typeof uncertain === "boolean" && /string|undefined/.test(typeof ownKey);
  if (version !== 1 || !(isOfPoll || isOfCreate)) throw refused(notAToken);
  checkNames("resume: the token", given, ["version", "stage", "baseUrl", "uncertain", "call", "key", "callId"]);
  if (token.baseUrl !== baseUrl)
    throw refused(`the token belongs to ${token.baseUrl}. If the service has moved, pass { ...token, baseUrl }`);
  if (isOfPoll) return pollToken(baseUrl, callId);
  const call = callFieldsOf(Object(token.call));
  if (key !== undefined && ownKey !== undefined && key !== ownKey)
    throw refused(`the token already has the key ${JSON.stringify(ownKey)}. Do not pass \`key\``);
  if (recreate !== true) {
    if (ownKey !== undefined && journal === undefined)
      throw refused(
        "journal is missing. Pass the journal of the first flow, or pass { recreate: true } to create the call without it",
      );
    // With a key, the flow's journal decides. Without one no journal knows of the creation, and any would grant it.
    if (ownKey === undefined && uncertain)
      throw refused("the call may already exist. If you have made sure that it does not, pass { recreate: true }");
  }
  return createToken({ baseUrl, uncertain: uncertain === true, call, key: ownKey });
}

const notAToken =
  "not a valid resume token. Pass the `resume` of an error or an event. If you stored it as JSON, parse it first";

function refused(why: string): ConfigurationError {
  return new ConfigurationError(`resume: ${why}.`);
}
