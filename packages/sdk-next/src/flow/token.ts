/** Resume tokens: plain data, made by errors and events, and checked when they come back. */
import type { CallFields } from "../contract/types.js";
import { ConfigurationError, type CreateToken, type PollToken, type ResumeToken } from "../errors.js";
import { checkNames, kindOf } from "../known-names.js";
import { callFieldsOf } from "./call-fields.js";
import type { FlowOptions } from "./run.js";

export function createToken(
  fields: Omit<CreateToken, "version" | "stage" | "key"> & { key?: string | undefined },
): CreateToken {
  const { baseUrl, uncertain, call, key } = fields;
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
    throw invalid(typeof given === "string" ? "it is a string; JSON.parse it first" : `it is ${kindOf(given)}`);
  checkNames("resume: the token", given, ["version", "stage", "baseUrl", "uncertain", "call", "key", "callId"]);
  const token = given as Partial<CreateToken & Omit<PollToken, "stage">>;
  if (token.version !== 1) throw invalid("its version must be 1");
  if (token.baseUrl !== baseUrl)
    throw new ConfigurationError(
      `resume: the token is of ${String(token.baseUrl)}, and the client of ${baseUrl}. If the service has moved, pass { ...token, baseUrl }.`,
    );
  // Both stages are tried: the text is anybody's.
  const stage: string | undefined = token.stage;
  if (stage === "poll" && typeof token.callId === "string") return pollToken(baseUrl, token.callId);
  if (stage !== "create" || typeof token.uncertain !== "boolean")
    throw invalid('it must have the stage "create" with `uncertain` and `call`, or "poll" with `callId`');
  const call: CallFields = callFieldsOf(Object(token.call));
  if (token.key !== undefined && typeof token.key !== "string") throw invalid("its key must be a string");
  if (key !== undefined && token.key !== undefined && key !== token.key)
    throw new ConfigurationError(`resume: the token has its own key, ${JSON.stringify(token.key)}. Leave \`key\` out.`);
  if (token.key !== undefined && journal === undefined && recreate !== true)
    throw new ConfigurationError(
      "resume: pass the journal that the flow had, which knows whether the call was created. { recreate: true } goes round it.",
    );
  // With a journal, the journal decides.
  if (token.uncertain && journal === undefined && recreate !== true) throw new ConfigurationError(sentBefore);
  return createToken({ baseUrl, uncertain: token.uncertain, call, key: token.key });
}

function invalid(why: string): ConfigurationError {
  return new ConfigurationError(`resume: not a valid resume token: ${why}.`);
}

const sentBefore =
  "resume: this call was sent, and it is unknown whether it was created. Check whether it exists; if not, pass { recreate: true }.";
