/** The record of one creation in the journal of its flow: asked before `POST /calls`, and told after it. */
import type { CallFields } from "../contract/types.js";
import { JournalError } from "../errors.js";
import { runUntil } from "../request/limits.js";
import { isId } from "../request/requests.js";
import { askJournal, type ClaimedRecording, type JournalClaim } from "./journal.js";
import type { FlowRun } from "./run.js";

/** A creation, as the journal knows it. */
interface JournaledCreation {
  call: CallFields;
  key: string | undefined;
  recording?: ClaimedRecording | undefined;
}

/** Without a journal every claim is granted, and nothing is told. */
export class CreationRecord {
  readonly #run: FlowRun;
  readonly #creation: JournaledCreation;
  readonly #key: string;
  /** Until the first claim is granted: what is uncertain after it is a question of its own. */
  #recreate: boolean;

  constructor(run: FlowRun, creation: JournaledCreation) {
    this.#run = run;
    this.#creation = creation;
    this.#key = creation.key ?? "";
    this.#recreate = run.options.recreate === true;
  }

  /** @throws {JournalError} when the journal fails */
  async claim(): Promise<JournalClaim> {
    const { limits, requests, options } = this.#run;
    const { journal } = options;
    if (!journal) return { status: "claimed" };
    const { call, recording } = this.#creation;
    let claiming: Promise<JournalClaim> | undefined;
    const ask = (signal: AbortSignal) => {
      const claimOptions = { recreate: this.#recreate, baseUrl: requests.baseUrl, call, recording, signal };
      // A journal of the caller's may answer, or throw, at once.
      claiming = (async () => journal.claim(this.#key, claimOptions))();
      return claiming;
    };
    try {
      const claim = checkClaim(await askJournal(ask, { limits, redactor: requests.settings.redactor }));
      if (claim.status === "claimed") this.#recreate = false;
      return claim;
    } catch (error) {
      // A claim that is granted after the caller has left is given back.
      const giveBack = async (claim: JournalClaim) => {
        if (claim?.status === "claimed") await journal.released(this.#key);
      };
      claiming?.then(giveBack).catch(() => {});
      throw error;
    }
  }

  /**
   * The call exists or does not: a journal that fails or hangs here must not hide which. It is told even if the caller has
   * left; nobody waits for it then.
   */
  async tell(outcome: "created" | "released" | "uncertain", callId = ""): Promise<void> {
    const { limits, requests, options } = this.#run;
    const { journal } = options;
    const { log, timeoutMs: defaultTimeoutMs } = requests.settings;
    const { timeoutMs = defaultTimeoutMs } = options;
    const tellJournal = async () =>
      outcome === "created" ? journal?.created(this.#key, callId) : journal?.[outcome]?.(this.#key);
    const onFailure = (error: unknown) => {
      const what = callId === "" ? outcome : `${outcome} as ${callId}`;
      log("warn", () => `The journal could not be told that ${JSON.stringify(this.#key)} is ${what}. ${error}`);
    };
    const telling = tellJournal().catch(onFailure);
    const stopped = () => new Error("It did not answer in time.");
    await runUntil(() => telling, { limits, timeoutMs, stopped }).catch(onFailure);
  }
}

function checkClaim(claim: JournalClaim): JournalClaim {
  const isKnown = ["claimed", "created", "unknown", "skipped"].includes(claim?.status);
  if (isKnown && (claim.status !== "created" || isId(claim.callId))) return claim;
  throw new JournalError("journal.claim must answer claimed, created with a callId, unknown or skipped.");
}
