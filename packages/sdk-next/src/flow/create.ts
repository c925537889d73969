/** One creation, and no second one: a journal is asked before `POST /calls`, and told the outcome. */
import type { CallFields, CallStatus, CreatedCall } from "../contract/types.js";
import {
  AbortError,
  CallAnalysisError,
  JournalError,
  ResponseValidationError,
  SubmissionUncertainError,
} from "../errors.js";
import { endedBy, runUntil } from "../request/limits.js";
import type { ApiPromise, FlowRequestOptions, RequestOptions, Requests } from "../request/requests.js";
import { resolveRetry, retry } from "../request/retry.js";
import type { ClaimedRecording, JournalClaim } from "./journal.js";
import type { FlowRun } from "./run.js";
import { createToken, pollToken } from "./token.js";

/** A call that exists. Of one that a journal knew, only the id is known. */
export interface KnownCall {
  callId: string;
  status?: CallStatus;
}

/** What is to be created. */
export interface Creation {
  call: CallFields;
  /** With a journal. */
  key: string | undefined;
  recording?: ClaimedRecording | undefined;
  /** Whether an earlier flow may have created the call, as its token says. */
  wasUncertain?: boolean;
}

/**
 * Creates the call, unless the journal knows one. The attempts are made here and not by the request, so that each has its
 * own claim, made after every pause.
 */
export function createOnce(run: FlowRun, { call, key, recording, wasUncertain = false }: Creation): Promise<KnownCall> {
  const { requests, limits, options } = run;
  const { baseUrl, settings } = requests;
  const record = recordOf(run, { call, key, recording });
  let sentCall = call;
  let isUncertain = wasUncertain && options.recreate !== true;
  const attempt = async (): Promise<KnownCall> => {
    const claim = await record.claim();
    if (claim.status === "created") return { callId: claim.callId };
    if (claim.status === "unknown") {
      sentCall = { ...call, audio_url: claim.audio_url ?? call.audio_url };
      throw new SubmissionUncertainError(
        `The journal says that it is unknown whether the call was created. Before you pass { recreate: true }, check whether a call of ${sentCall.audio_url} exists.`,
      );
    }
    if (claim.status === "skipped") throw new JournalError(skipped, { code: "skipped" });
    // The journal says that nothing was created before.
    if (options.journal) isUncertain = false;
    run.emit({ type: "creating" });
    try {
      const created = await postCall(requests, () => call, { ...run.forStage("create"), retry: false });
      await record.tell("created", created.callId);
      return created;
    } catch (error) {
      const callId = callIdIn(error);
      if (callId !== undefined) {
        await record.tell("created", callId);
        throw Object.assign(error as CallAnalysisError, { resume: pollToken(baseUrl, callId) });
      }
      await record.tell(mayHaveCreated(error) ? "uncertain" : "released");
      throw error;
    }
  };
  const create = async () => {
    const policy = resolveRetry(options.retry, settings.retry);
    const { onRetry } = run.forStage("create");
    const what = () => "The creation";
    const created = await retry(attempt, { what, policy, isRepeatable: false, limits, onRetry });
    run.emit({ type: "created", ...created, resume: pollToken(baseUrl, created.callId) });
    return created;
  };
  const resume = (error: unknown) =>
    createToken({ baseUrl, key, call: sentCall, uncertain: isUncertain || mayHaveCreated(error) });
  return run.atStage("create", create, resume);
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
    if (typeof created.callId !== "string" || created.callId === "") throw invalid("no usable `callId`");
    return created;
  });
}

/** Whether a creation that ended with this error may have created a call. */
function mayHaveCreated(error: unknown): boolean {
  return SubmissionUncertainError.is(error) || (AbortError.is(error) && error.requestSent);
}

/** A response that differs from the contract may still name the call. */
function callIdIn(error: unknown): string | undefined {
  const body = ResponseValidationError.is(error) ? error.body : undefined;
  const { callId } = Object(Object(body).data);
  return typeof callId === "string" && callId !== "" ? callId : undefined;
}

/** What a flow's journal is asked and told of one creation. */
function recordOf({ limits, requests, options }: FlowRun, { call, key = "", recording }: Creation) {
  const { journal, recreate = false } = options;
  const { log, redactor } = requests.settings;
  const stopped = () => endedBy(limits, "Asking the journal");
  return {
    async claim(): Promise<JournalClaim> {
      if (!journal) return { status: "claimed" };
      let claiming: Promise<JournalClaim> | undefined;
      const ask = (signal: AbortSignal) => {
        claiming = journal.claim(key, { recreate, baseUrl: requests.baseUrl, call, recording, signal });
        return claiming;
      };
      try {
        return checkClaim(await runUntil(async (signal) => ask(signal), { limits, stopped }));
      } catch (error) {
        // A claim that is granted after the caller has left is given back.
        const giveBack = async (claim: JournalClaim) => {
          if (claim?.status === "claimed") await journal.released(key);
        };
        claiming?.then(giveBack).catch(() => {});
        if (CallAnalysisError.is(error)) throw error;
        throw new JournalError("The journal failed, and nothing was sent. See `cause`.", {
          cause: redactor.cause(error),
        });
      }
    },
    /**
     * The call exists or does not: a journal that fails here must not hide which. It is told even if the caller has left;
     * nobody waits for it then.
     */
    async tell(outcome: "created" | "released" | "uncertain", callId = ""): Promise<void> {
      const tellJournal = async () =>
        outcome === "created" ? journal?.created(key, callId) : journal?.[outcome]?.(key);
      const telling = tellJournal().catch((error: unknown) => {
        const what = callId === "" ? outcome : `${outcome} as ${callId}`;
        log("warn", () => `The journal could not be told that ${JSON.stringify(key)} is ${what}. ${error}`);
      });
      await runUntil(() => telling, { limits, stopped }).catch(() => {});
    },
  };
}

function checkClaim(claim: JournalClaim): JournalClaim {
  const isKnown = ["claimed", "created", "unknown", "skipped"].includes(claim?.status);
  if (isKnown && (claim.status !== "created" || typeof claim.callId === "string")) return claim;
  throw new JournalError("journal.claim must answer claimed, created with a callId, unknown or skipped.");
}

const skipped =
  "The journal says that this call is to be skipped. Settle its key with { recreate: true } to create it.";
