/** Resume tokens: what they say at each moment of a flow, and how they are checked when they come back to `calls.resume()`. */
import type { CallInput } from "../contract/types.js";
import type { CreateToken, PollToken, ResumeToken } from "../errors/call-analysis-error.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { definedOf } from "../request/request-options.js";
import { callIdIn, isUncertain, unknownWhetherCreated } from "../request/uncertain.js";
import { checkCallNames } from "../resources/call-requests.js";
import { isObject, isText, kindOf } from "../value-kinds.js";
import { type CallFields, type CallFieldsInput, callFieldsOf } from "./call-fields.js";

/** A creation: the service that it is sent to, its id, its key in a ledger, and the call's fields. */
export type Creation = Required<Pick<CreateToken, "baseUrl" | "id">> & Pick<CreateToken, "key"> & { call: CallFields };

/** @param uncertain whether the call may exist already */
export function createToken(
  { baseUrl, id, key, call }: Pick<CreateToken, "baseUrl" | "id" | "key" | "call">,
  uncertain: boolean,
): CreateToken {
  return { version: 1, stage: "create", baseUrl, id, ...(key !== undefined && { key }), uncertain, call };
}

export function pollToken(baseUrl: PollToken["baseUrl"], callId: string): PollToken {
  return { version: 1, stage: "poll", baseUrl, callId };
}

/** A creation, and what is known of it by now. */
export class CreationUnderWay {
  readonly creation: Creation;
  /** Whether this flow created the call: otherwise another flow did, or an earlier run. */
  isCreatedHere = false;
  /** What may have been sent: this creation, or somebody else's of the same recording, which has another upload of it. */
  #sent: Creation;
  #isUncertain: boolean;

  /** @param isUncertain whether an earlier attempt may have created the call, and nobody has decided about that */
  constructor(creation: Creation, isUncertain: boolean) {
    this.creation = creation;
    this.#sent = creation;
    this.#isUncertain = isUncertain;
  }

  /** The token while it waits. */
  token(): CreateToken {
    return createToken(this.creation, this.#isUncertain);
  }

  /** The claim says that the call does not exist. */
  claimed(): void {
    this.#isUncertain = false;
  }

  /** The token while it is being sent: a process that dies with it cannot know whether it was. */
  tokenWhileSending(): CreateToken {
    return createToken(this.creation, true);
  }

  /** @param audio_url of the recording in the creation that somebody else has sent */
  sentByOther(audio_url: string): void {
    this.#sent = { ...this.creation, call: { ...this.creation.call, audio_url } };
  }

  /** The token after it has failed. Where the response still names the call, there is a call to wait for. */
  tokenAfter(error: unknown): ResumeToken {
    const callId = callIdIn(error);
    if (callId !== undefined) return pollToken(this.creation.baseUrl, callId);
    return createToken(this.#sent, this.#isUncertain || isUncertain(error));
  }
}

/** What decides whether a token is taken. */
export interface TokenOptions {
  /** The client's. */
  baseUrl: string;
  /** The key in the ledger that is going to be asked. */
  key?: string | undefined;
  /** Takes a token whose creation is uncertain. */
  recreate?: boolean | undefined;
  /** Fields that replace those of a creation that was refused. */
  call?: Partial<CallInput> | undefined;
}

/**
 * Checks a token that may come from a file or another process.
 *
 * @throws {ConfigurationError} for another version, shape or service, and when going on could create a second call, now
 *   or when its ledger is asked again
 */
export function checkToken(token: unknown, { baseUrl, key, recreate, call }: TokenOptions): ResumeToken {
  const checked = parseToken(token);
  if (checked.baseUrl !== undefined && checked.baseUrl !== baseUrl) {
    throw new ConfigurationError(
      `resume: the token is of ${checked.baseUrl}, and the client of ${baseUrl}. If it has moved, pass { ...token, baseUrl }.`,
    );
  }
  if (checked.stage === "poll") {
    if (call === undefined) return checked;
    throw correctionRefused(checked);
  }
  if (checked.key === undefined) {
    if (checked.uncertain && recreate !== true) throw new ConfigurationError(sentBefore);
  } else if (checked.key !== key) throw needsLedger(checked.key);
  // A token without an id is the same creation as its equals.
  return { ...checked, call: corrected(checked.call, call), id: checked.id ?? JSON.stringify([baseUrl, checked.call]) };
}

/** The error of corrections of a call that exists. @param token of the call, to go on without them */
export function correctionRefused(token: PollToken): ConfigurationError {
  const error = new ConfigurationError("resume: the call exists. Leave out `call`.");
  error.resume = token;
  return error;
}

const sentBefore = `resume: this call was sent, ${unknownWhetherCreated}; if not, pass { recreate: true }.`;

/** That it is the ledger that was asked before is the caller's word: the token has the key alone. */
function needsLedger(key: string): ConfigurationError {
  return new ConfigurationError(
    `resume: pass the ledger and the key ${JSON.stringify(key)} that the token is of, or the ledger would not know of this call.`,
  );
}

/** The creation's fields with others over them, checked like those of a new call. */
function corrected(call: CallFields, corrections: Partial<CallInput> | undefined): CallFields {
  const changes = definedOf(corrections ?? {});
  checkCallNames(changes);
  return callFieldsOf({ ...call, ...changes });
}

function parseToken(token: unknown): ResumeToken {
  if (typeof token === "string") throw wrong("it is a string; JSON.parse it first");
  if (!isObject(token)) throw wrong(`it is ${kindOf(token)}`);
  const fields: Partial<Record<string, unknown>> = token as object;
  const { version, stage, callId, uncertain, call } = fields;
  if (version !== 1) throw wrong(`version must be 1, and is ${JSON.stringify(version)}`);
  const baseUrl = checkText("baseUrl", fields.baseUrl);
  const id = checkText("id", fields.id);
  const key = checkText("key", fields.key);
  if (stage === "poll" && isText(callId)) return pollToken(baseUrl, callId);
  if (stage === "create" && typeof uncertain === "boolean" && isObject(call)) {
    return createToken({ baseUrl, id, key, call: checkCall(call) }, uncertain);
  }
  throw wrong('stage must be "create" with `uncertain` and `call`, or "poll" with `callId`');
}

/** The first tokens had none of these: each may be absent. */
function checkText(name: string, value: unknown): string | undefined {
  if (value === undefined || isText(value)) return value;
  throw wrong(`${name} must be a non-empty string`);
}

function checkCall(call: object): CallFields {
  try {
    // The check finds whatever field is missing.
    return callFieldsOf(call as CallFieldsInput);
  } catch (cause) {
    throw wrong(`call: ${cause instanceof Error ? cause.message.replace(/\.$/, "") : cause}`);
  }
}

function wrong(why: string): ConfigurationError {
  return new ConfigurationError(`resume: not a valid resume token: ${why}.`);
}
