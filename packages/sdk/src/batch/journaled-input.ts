/** One input of a batch with a journal, beside other processes that may be creating the same call. */
import { callFieldsOf } from "../analysis/call-fields.js";
import { type CreationLedger, isUncertain, newCreationId } from "../analysis/ledger.js";
import { createToken } from "../analysis/resume.js";
import type { CompletedCall } from "../contract/types.js";
import { AnalysisFailedError, SubmissionUncertainError, unknownWhetherCreated } from "../errors/flow-errors.js";
import { ConfigurationError } from "../errors/request-errors.js";
import type { FlowContext } from "../flow/flow-context.js";
import { recordSafely } from "../http/deadline.js";
import type { Log } from "../http/log.js";
import { delay } from "../http/timers.js";
import type { BatchInput, JournalInput, JournalState } from "./batch-journal.js";

/** How often the journal is asked for what another process is creating, in milliseconds. */
const otherProcessPauseMs = 100;

interface JournaledInputOptions {
  /** Bounds every wait. */
  context: FlowContext;
  log: Log;
}

export class JournaledInput {
  readonly #entry: JournalInput;
  readonly #options: JournaledInputOptions;

  constructor(entry: JournalInput, options: JournaledInputOptions) {
    this.#entry = entry;
    this.#options = options;
  }

  /** What a flow records its creation in. */
  get ledger(): CreationLedger {
    return { ...this.#entry, claim: () => this.#claim() };
  }

  saveUpload(publicUrl: string): Promise<void> {
    return this.#entry.uploaded(publicUrl);
  }

  /** What the journal knows once no other living process is creating the call. */
  async state(): Promise<JournalState | undefined> {
    const { within } = this.#options.context;
    for (;;) {
      const state = await within("Reading the journal", () => this.#entry.find());
      if (state?.stage !== "creating" || state.uncertain) return state;
      await within("Another process's creation", (signal) => delay(otherProcessPauseMs, signal));
    }
  }

  /** Runs the analysis, and records what came of it. */
  async record(analyze: () => Promise<CompletedCall>): Promise<CompletedCall> {
    try {
      const result = await analyze();
      // After a failure the next run only reads the analysis once more.
      await this.#write(() => this.#entry.completed(result));
      return result;
    } catch (error) {
      if (isUncertain(error)) await this.#write(() => this.#entry.uncertain());
      if (AnalysisFailedError.is(error)) await this.#write(() => this.#entry.failed());
      throw error;
    }
  }

  /** Two processes may have uploaded the same input: who comes second waits for the call of the first. */
  async #claim() {
    const { id } = this.#entry;
    for (;;) {
      const claim = await this.#entry.claim(id);
      // Until bytes leave, somebody else can take the claim away.
      if (claim.status === "claimed" && (await this.#entry.sending(id))) return claim;
      if (claim.status === "created") return claim;
      const state = await this.state();
      if (state?.stage === "creating" || state?.stage === "skipped") return { status: "unknown" as const };
    }
  }

  #write(work: () => Promise<void>): Promise<void> {
    const { context, log } = this.#options;
    return recordSafely("The journal", work, { within: context.within, log });
  }
}

/** @param audioUrl the recording's address, once it was uploaded */
export function leftUncertain(
  input: BatchInput<unknown>,
  { audioUrl, baseUrl }: { audioUrl: string | undefined; baseUrl: string },
): SubmissionUncertainError {
  const message = `This call was sent by an earlier run, ${unknownWhetherCreated}. Then settle() the journal's entry of this key.`;
  const error = Object.assign(new SubmissionUncertainError(message), { stage: "create" as const });
  if (audioUrl === undefined) return error;
  const call = callFieldsOf({ ...input, audio_url: audioUrl });
  return Object.assign(error, { resume: createToken({ baseUrl, id: newCreationId(), call }, true) });
}

const leftOut = "This input was settled with { skip: true }. To create its call, settle() it with { recreate: true }.";

/** The error of an input that a person decided to skip. */
export function skippedError(): ConfigurationError {
  return new ConfigurationError(leftOut);
}

/** Whether an input was left out, which is no failure. */
export function isSkipped(error: unknown): boolean {
  return ConfigurationError.is(error) && error.message === leftOut;
}
