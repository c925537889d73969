/** What the inputs of a run are known by in the journal: which of the calls of a recording counts for the run. */
import { stat } from "node:fs/promises";
import type { FileJournal, InputIdentity, JournalState } from "@call-analysis/sdk/node";
import { UsageError } from "../errors.js";
import type { RunInput } from "./run-input.js";
import type { Run, Runs } from "./runs.js";

/** How many of some inputs would be billed: equal bytes and fields are one. */
export interface Count {
  /** Inputs of which no call is known, nor may exist. */
  unknown: number;
  /** Inputs whose call exists, or may exist. */
  known: number;
}

/** Where an input stands before a run. */
export interface Standing {
  input: RunInput;
  /** "uncertain" once nobody is creating its call, which may exist. */
  stage: JournalState["stage"] | "new" | "unusable" | "uncertain";
  /** Why it is unusable. */
  error?: Error;
  /** Whether an input before it is the same recording. */
  isCopy: boolean;
}

function stageOf(state: JournalState | undefined): Standing["stage"] {
  if (state?.stage === "creating" && state.uncertain) return "uncertain";
  return state?.stage ?? "new";
}

/** Whether a call of the recording is known, or may exist. */
export function isKnown(at: { stage: string } | undefined): boolean {
  return at !== undefined && at.stage !== "new" && at.stage !== "uploaded";
}

/**
 * A recording is known by the digest of its bytes and fields. A run of `--again` creates the call of a known one under a
 * key of the run, so the earlier call stays known until the newer one exists.
 */
export class Identities {
  readonly #journal: FileJournal;
  readonly #runs: Runs | undefined;
  readonly #read = new Map<RunInput, { stamp: string; identity: InputIdentity }>();
  readonly #unusable = new WeakSet<Error>();

  /** @param from.runs undefined where there are no files yet, which knows of no calls */
  constructor({ journal, runs }: { journal: FileJournal; runs: Runs | undefined }) {
    this.#journal = journal;
    this.#runs = runs;
  }

  /**
   * The identity that an input has in a run; without one, in a run that is not of `--again`.
   *
   * @throws {ConfigurationError} {@link UsageError} when the input cannot be read, or is another recording by now
   */
  async of(
    input: RunInput,
    { run, signal }: { run?: Run | undefined; signal?: AbortSignal } = {},
  ): Promise<InputIdentity> {
    if (input.identity instanceof Error) throw this.#unusableBy(input.identity);
    if (input.identity) return input.identity;
    const identity = await this.#identify(input, signal);
    if (input.key !== undefined && digestIn(input.key) !== identity.key)
      throw this.#unusableBy(new UsageError(`${input.name} ${changed}`));
    const key = input.decided ?? (await this.keyOf(identity.key, run));
    return key === identity.key ? identity : { ...identity, key, digest: key };
  }

  /** Whether an error of `of` is about the recording, which fails again as long as it is as it is. */
  isUnusable(error: Error): boolean {
    return this.#unusable.has(error);
  }

  #unusableBy(error: Error): Error {
    this.#unusable.add(error);
    return error;
  }

  /** The key under which a run finds, or creates, the call of a digest. */
  async keyOf(digest: string, run?: Run): Promise<string> {
    const latest = await this.#latestKey(digest);
    if (!run?.isAgain) return latest;
    const isNew = !isKnown(await this.find(latest));
    // What this run has begun goes on. Asked last: copies are one, also when the first of them has its call by now.
    const begun = this.#runs?.keyOf(run, [digest, keyOfRun(digest, run)]) ?? (isNew ? digest : keyOfRun(digest, run));
    // Of one that was settled by the earlier call, that call counts.
    return (await this.find(begun))?.stage === "skipped" ? latest : begun;
  }

  /** Where the input of a key stands. */
  async find(key: string): Promise<JournalState | undefined> {
    return this.#runs && this.#journal.find(key);
  }

  /** The call that existed before the creation of this key failed. */
  async earlierCall(key: string): Promise<string | undefined> {
    const digest = digestIn(key);
    for (const known of [...this.#keysOfAgain(digest), digest]) {
      const state = await this.find(known);
      if (state && "callId" in state) return state.callId;
    }
    return undefined;
  }

  /** Where each input stands; one that is unusable will fail, and creates nothing. */
  async standings(inputs: readonly RunInput[], run?: Run): Promise<Standing[]> {
    const seen = new Set<string>();
    const standings: Standing[] = [];
    for (const input of inputs) {
      const identity = await this.of(input, { run }).catch((error: Error) => error);
      if (identity instanceof Error) {
        standings.push({ input, stage: "unusable", error: identity, isCopy: false });
        continue;
      }
      const { key } = identity;
      standings.push({ input, stage: stageOf(await this.find(key)), isCopy: seen.has(key) });
      seen.add(key);
    }
    return standings;
  }

  async count(inputs: readonly RunInput[], run?: Run): Promise<Count> {
    const all = await this.standings(inputs, run);
    const counted = all.filter(({ stage, isCopy }) => stage !== "unusable" && !isCopy);
    const known = counted.filter(isKnown).length;
    return { unknown: counted.length - known, known };
  }

  /** That of the last run of `--again` whose call exists or may exist, else the digest. */
  async #latestKey(digest: string): Promise<string> {
    for (const key of this.#keysOfAgain(digest)) {
      const state = await this.find(key);
      if (state && ("callId" in state || state.stage === "creating")) return key;
    }
    return digest;
  }

  /** The last run's first. */
  #keysOfAgain(digest: string): readonly string[] {
    return this.#runs?.keysOfAgain(prefixOfAgain(digest)) ?? [];
  }

  /** A file that was read to be counted is not read again to be sent, unless it has changed. */
  async #identify(input: RunInput, signal: AbortSignal = new AbortController().signal): Promise<InputIdentity> {
    const stamp = await stampOf(input.path);
    const known = this.#read.get(input);
    if (known && known.stamp === stamp) return known.identity;
    const identity = await this.#journal.identify(input.input, signal).catch((error: Error) => {
      throw this.#unusableBy(error);
    });
    if (stamp !== undefined) this.#read.set(input, { stamp, identity });
    return identity;
  }
}

/** What the keys of all runs of `--again` begin with. No digest has the character. */
function prefixOfAgain(digest: string): string {
  return `${digest}~`;
}

/** Times are not given twice, as the numbers of runs are once their file is lost. */
function keyOfRun(digest: string, { startedAt }: Run): string {
  return prefixOfAgain(digest) + startedAt.getTime();
}

/** Whether a key is one of a run of `--again`. */
export function isOfAgain(key: string): boolean {
  return digestIn(key) !== key;
}

/** The digest in a key, which all keys of a recording share. A key of another program has none, and stays as it is. */
export function digestIn(key: string): string {
  return key.replace(/^([0-9a-f]{64})~\d+$/, "$1");
}

const changed =
  "was changed since the run was asked for, so it is another recording now. Run analyze with it to have it analysed.";

/** Whatever is written to a file changes its times or its size. */
async function stampOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(" ");
}
