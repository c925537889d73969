/** Creates a call, and no second one. Asks the journal before `POST /calls`, and records the outcome afterwards. */
import type { CallFields, CreatedCall } from "../contract/types.js";
import { AbortError, CallAnalysisError, ResponseValidationError, SubmissionUncertainError } from "../errors.js";
import type { ApiPromise, FlowRequestOptions, RequestOptions, Requests } from "../request/requests.js";
import { resolveRetry, retry } from "../request/retry.js";
import { uncertainMessage } from "../request/send.js";
import { isId } from "../rules.js";
import { recordOf } from "./creation-record.js";
import { keyOfCall } from "./identity.js";
import type { ClaimedRecording } from "./journal.js";
import { type FlowRun, stagedError } from "./run.js";
import { createToken, pollToken } from "./token.js";

/** A call that exists. */
export interface KnownCall {
  callId: string;
  /** The service's response, if this flow created the call. */
  created?: CreatedCall;
}

/** A call to create. */
export interface Creation {
  call: CallFields;
  /** The key in the journal, if it is known already. @default the flow's option, else a digest of the call */
  key?: string | undefined;
  recording?: ClaimedRecording | undefined;
  /** Whether an earlier flow may have created the call, according to its token. Undefined without a token. */
  uncertain?: boolean | undefined;
}

/**
 * Creates the call, unless the journal already has one. This function makes the attempts, not the request, so that each
 * attempt claims the key anew after its pause.
 */
export async function createOnce(
  run: FlowRun,
  { call, key: knownKey, recording, uncertain }: Creation,
): Promise<KnownCall> {
  const { requests, options } = run;
  const { baseUrl, settings } = requests;
  const key = options.journal && (knownKey ?? options.key ?? (await keyOfCall(call)));
  const record = recordOf(run, { call, key, recording });
  let sentCall = call;
  let isUncertain = uncertain === true && options.recreate !== true;
  const policy = resolveRetry(options.retry, settings.retry);
  let attempts = 0;
  const attempt = async (): Promise<KnownCall> => {
    const claim = await record.claim();
    if (claim.status === "created") return { callId: claim.callId };
    if (claim.status === "unknown") {
      // An earlier run uploaded the recording to another URL, unless it is hosted. A token does not say whether it is.
      const isHosted = recording === undefined && uncertain === undefined && !("audio_url" in claim);
      const sentUrl = isHosted ? call.audio_url : claim.audio_url;
      sentCall = { ...call, audio_url: sentUrl ?? call.audio_url };
      const message = uncertainMessage("The journal has no outcome for this key", sentUrl, settings.redactor);
      throw new SubmissionUncertainError(
        `${message} If you find it, settle it in the journal. If not, pass { recreate: true }.`,
      );
    }
    // Nothing was created before: the journal says so, or the caller by `recreate`. Without both, `checkToken` refuses.
    isUncertain = false;
    run.emit({ type: "creating", resume: createToken({ baseUrl, key, call, uncertain: true }) });
    try {
      const created = await postCall(requests, () => call, {
        ...run.forStage("create"),
        // Not `false`: the caller's `unprocessedStatuses` hold for a single attempt too.
        retry: { ...policy, maxAttempts: 1 },
        attemptsBefore: attempts,
      });
      await record.tell("created", created.callId);
      return { callId: created.callId, created };
    } catch (error) {
      if (CallAnalysisError.is(error)) attempts = error.attempts;
      const callId = callIdIn(error);
      if (callId !== undefined) {
        await record.tell("created", callId);
        throw Object.assign(error as CallAnalysisError, { resume: pollToken(baseUrl, callId) });
      }
      await record.tell(mayHaveCreated(error) ? "uncertain" : "released");
      throw error;
    }
  };
  try {
    const what = () => "POST /calls";
    const stage = { ...run.forStage("create"), log: settings.log };
    const known = await retry(attempt, { ...stage, what, policy, isIdempotent: false });
    emitCreated(run, known);
    return known;
  } catch (error) {
    const token = createToken({ baseUrl, key, call: sentCall, uncertain: isUncertain || mayHaveCreated(error) });
    throw stagedError(error, "create", token);
  }
}

/** The status is missing if the journal already had the call. */
export function emitCreated({ emit, requests }: FlowRun, { callId, created }: KnownCall): void {
  emit({ ...created, type: "created", callId, resume: pollToken(requests.baseUrl, callId) });
}

/** `POST /calls`. @see operation `createCall` */
export function postCall(
  requests: Requests,
  fields: () => CallFields,
  options?: RequestOptions | FlowRequestOptions,
): ApiPromise<CreatedCall> {
  // As JSON, user-defined fields have names of any kind.
  const input = () => ({ body: fields() as CallFields & { udfs?: Record<string, unknown> } });
  return requests.data("createCall", input, options, (created, invalid) => {
    if (!isId(created.callId)) throw invalid("no usable `callId`");
    return created;
  });
}

/** Whether a create request that failed with this error may have created a call. */
function mayHaveCreated(error: unknown): boolean {
  return SubmissionUncertainError.is(error) || (AbortError.is(error) && error.requestSent);
}

/** Reads the callId even from a response that violates the contract. */
function callIdIn(error: unknown): string | undefined {
  // It was checked before the contract.
  return ResponseValidationError.is(error) ? Object(Object(error.body).data).callId : undefined;
}
