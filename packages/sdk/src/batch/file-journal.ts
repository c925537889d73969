/** A batch journal in a file on disk, for the processes of one machine. */
import { existsSync } from "node:fs";
import type { LedgerClaim } from "../analysis/ledger.js";
import type { CompletedCall } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { fromPath } from "../upload/from-path.js";
import { AppendLog } from "./append-log.js";
import type { BatchInput, FileJournal, JournalDecision, JournalEntry, JournalState } from "./batch-journal.js";
import { lockFile, type ReleaseLock, realPathOf } from "./file-lock.js";
import { InputKeys } from "./input-key.js";
import { DamagedLineError } from "./journal-line.js";

export interface FileJournalOptions {
  /** Your name for what the batch belongs to, such as the organization: a file of another scope is refused. @default none */
  scope?: string | undefined;
  /** False keeps no analyses in the file; a later run reads each again from the service. @default true */
  results?: boolean | undefined;
}

/**
 * A journal in a file: lines of JSON that are only appended, each on disk before the batch goes on. A batch that you
 * run again with the same file goes on where the last one was killed, and creates no call twice. It holds what the
 * service said of your calls and the addresses of recordings, no keys; only its owner may read it.
 *
 * One batch at a time uses it, of all processes of one machine; the file must be on a local disk. Across machines use a
 * `CreationLedger`.
 *
 * @param path is created when it does not exist; its folder must exist. A relative path is resolved now.
 * @example
 * const journal = fileJournal("batch.jsonl");
 * for await (const outcome of sdk.calls.analyzeFiles(inputs, { journal })) console.log(outcome);
 */
export function fileJournal(path: string | URL, options: FileJournalOptions = {}): FileJournal {
  const { scope, results = true } = options;
  if (scope !== undefined && (typeof scope !== "string" || scope === "")) {
    throw new ConfigurationError("scope must be a non-empty string.");
  }
  return new JournalFile(fromPath(path).path, { scope, results });
}

/** A line of the file; "released" takes its key out of the journal. */
type Line = { key: string } & (JournalState | { stage: "released" });

class JournalFile implements FileJournal {
  readonly #path: string;
  readonly #scope: string | undefined;
  readonly #keepsResults: boolean;
  /** Of the service whose batch has the journal; undefined outside of batches. */
  #batch: { baseUrl: string; keys: InputKeys } | undefined;
  /** How many use the open file now. */
  #users = 0;
  #opening: Promise<OpenFile> | undefined;
  #releasing: Promise<void> | undefined;
  #lastLog: AppendLog | undefined;
  /** By key: of two claims at once, one gets it. Those of other keys are written together. */
  readonly #claims = new Map<string, Promise<unknown>>();

  constructor(path: string, { scope, results }: { scope: string | undefined; results: boolean }) {
    this.#path = path;
    this.#scope = scope;
    this.#keepsResults = results;
  }

  async begin({ baseUrl }: { baseUrl: string }): Promise<void> {
    if (this.#batch) {
      throw new ConfigurationError(
        `journal: ${this.#path} is in use by another batch of this process, ${process.pid}. Wait for its end.`,
      );
    }
    this.#batch = { baseUrl, keys: new InputKeys() };
    try {
      const { log } = await this.#open();
      const { baseUrl: found } = log.header as Header;
      if (found !== baseUrl) throw notOf(this.#path, `is of the service ${found}, and not ${baseUrl}.`);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async end(): Promise<void> {
    const hadFile = this.#batch !== undefined && this.#opening !== undefined;
    this.#batch = undefined;
    if (hadFile) await this.#leave();
  }

  async keyOf(input: BatchInput<unknown>, signal: AbortSignal): Promise<string> {
    return (this.#batch?.keys ?? new InputKeys()).next(input, signal);
  }

  find(key: string): Promise<JournalState | undefined> {
    return this.#using((log) => stateOf(log, key));
  }

  uploaded(key: string, audioUrl: string): Promise<void> {
    return this.#append({ key, stage: "uploaded", audio_url: audioUrl });
  }

  async claim(key: string, { recreate = false }: { recreate?: boolean } = {}): Promise<LedgerClaim> {
    for (let earlier = this.#claims.get(key); earlier; earlier = this.#claims.get(key)) await earlier;
    const claim = this.#claim(key, recreate);
    this.#claims.set(
      key,
      claim.catch(() => undefined).then(() => this.#claims.delete(key)),
    );
    return claim;
  }

  #claim(key: string, recreate: boolean): Promise<LedgerClaim> {
    return this.#using(async (log): Promise<LedgerClaim> => {
      const state = await stateOf(log, key);
      if (state && "callId" in state) return { status: "created", callId: state.callId };
      if (state?.stage === "skipped" || (state?.stage === "creating" && !recreate)) return { status: "unknown" };
      await append(log, { key, stage: "creating", audio_url: state?.audio_url });
      return { status: "claimed" };
    });
  }

  created(key: string, callId: string): Promise<void> {
    return this.#append({ key, stage: "created", callId });
  }

  released(key: string): Promise<void> {
    return this.#using(async (log) => {
      const state = await stateOf(log, key);
      if (state?.stage === "creating") await append(log, notCreated(key, state.audio_url));
    });
  }

  completed(key: string, result: CompletedCall): Promise<void> {
    const { callId } = result;
    return this.#append({ key, stage: "completed", callId, ...(this.#keepsResults ? { result } : {}) });
  }

  async entries(): Promise<JournalEntry[]> {
    if (!existsSync(this.#path)) return [];
    return this.#using(async (log) => {
      const entries: JournalEntry[] = [];
      for await (const { key, stage, callId } of log.heads()) {
        // The lines are this class's own.
        const entry = { key, stage: stage as JournalEntry["stage"], uncertain: stage === "creating" };
        entries.push(callId === undefined ? entry : { ...entry, callId });
      }
      return entries;
    });
  }

  async settle(key: string, decision: JournalDecision): Promise<void> {
    if (!existsSync(this.#path)) throw new ConfigurationError(`journal: ${this.#path} does not exist.`);
    await this.#using(async (log) => {
      const state = await stateOf(log, key);
      if (state?.stage !== "creating" && state?.stage !== "skipped") throw notUncertain(key, state);
      await append(log, decided(key, decision, state.audio_url));
    });
  }

  async close(): Promise<void> {
    await this.end();
    await Promise.all(this.#claims.values());
    await this.#releasing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #append(line: Line): Promise<void> {
    return this.#using((log) => append(log, line));
  }

  /** Runs work on the file while this journal has its lock. */
  async #using<T>(work: (log: AppendLog) => Promise<T>): Promise<T> {
    const { log } = await this.#open();
    try {
      return await work(log);
    } finally {
      await this.#leave();
    }
  }

  async #open(): Promise<OpenFile> {
    await this.#releasing;
    this.#users += 1;
    this.#opening ??= this.#openLocked();
    const opening = this.#opening;
    try {
      return await opening;
    } catch (error) {
      this.#users -= 1;
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  async #openLocked(): Promise<OpenFile> {
    const path = await realPathOf(this.#path);
    const release = await lockFile(path);
    try {
      const scope = this.#scope ?? null;
      const header: Header = { journal: 2, baseUrl: this.#batch?.baseUrl ?? null, scope };
      const checkHeader = (found: unknown) => checkFirstLine(found, { path: this.#path, scope });
      const log = await AppendLog.open(path, { header, checkHeader, deletedStage: "released" }, this.#lastLog);
      return { log, release };
    } catch (cause) {
      await release();
      throw unreadable(this.#path, cause);
    }
  }

  async #leave(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0 || !this.#opening) return this.#releasing;
    const opening = this.#opening;
    this.#opening = undefined;
    this.#releasing = opening.then(async ({ log, release }) => {
      await log.close();
      this.#lastLog = log;
      await release();
    });
    await this.#releasing;
  }
}

/** The first line. Without a base URL it is of no batch. */
interface Header {
  journal: 2;
  baseUrl: string | null;
  scope: string | null;
}

interface OpenFile {
  log: AppendLog;
  release: ReleaseLock;
}

/** The lines are this journal's own, and their checksums are right. */
async function stateOf(log: AppendLog, key: string): Promise<JournalState | undefined> {
  return (await log.get(key)) as JournalState | undefined;
}

/** @throws {ConfigurationError} for a file of another version or scope */
function checkFirstLine(found: unknown, { path, scope }: { path: string; scope: string | null }): void {
  const { journal, version, scope: foundScope } = (found ?? {}) as Partial<Record<string, unknown>>;
  if (version === 1) throw notOf(path, "was written by the first version of the package, which named no service.");
  if (journal !== 2) throw notOf(path, "is no journal of this version of the package.");
  if (foundScope === scope) return;
  throw notOf(path, `is of the scope ${JSON.stringify(foundScope)}, and not ${JSON.stringify(scope)}.`);
}

function notOf(path: string, why: string): ConfigurationError {
  return new ConfigurationError(
    `journal: ${path} ${why} Pass the file of this service and scope. A new file knows no calls: those that exist would be created again.`,
  );
}

async function append(log: AppendLog, line: Line): Promise<void> {
  try {
    await log.append(line);
  } catch (cause) {
    const message = `journal: it could not be written. ${cause}. Make room on the disk, and run the batch again: this input goes on from here.`;
    throw new ConfigurationError(message, { cause });
  }
}

function notCreated(key: string, audioUrl: string | undefined): Line {
  return audioUrl === undefined ? { key, stage: "released" } : { key, stage: "uploaded", audio_url: audioUrl };
}

/** @throws {ConfigurationError} for a decision that is none */
function decided(key: string, decision: JournalDecision, audioUrl: string | undefined): Line {
  const { callId, recreate, skip } = decision as Partial<Record<"callId" | "recreate" | "skip", unknown>>;
  if (typeof callId === "string" && callId !== "") return { key, stage: "created", callId };
  if (recreate === true) return notCreated(key, audioUrl);
  if (skip === true) return { key, stage: "skipped", audio_url: audioUrl };
  throw new ConfigurationError("settle: pass { callId }, { recreate: true } or { skip: true }.");
}

function notUncertain(key: string, state: JournalState | undefined): ConfigurationError {
  const why = state ? `it is ${state.stage}, and nothing is uncertain about it` : "the journal does not have it";
  return new ConfigurationError(
    `settle: ${JSON.stringify(key)} cannot be decided: ${why}. entries() lists what is uncertain.`,
  );
}

function unreadable(path: string, cause: unknown): ConfigurationError {
  if (ConfigurationError.is(cause)) return cause;
  const why =
    cause instanceof DamagedLineError
      ? `line ${cause.line} is damaged: it was changed after it had been written, and which call it was about is not known. Restore the file, or delete that line when you have checked its call.`
      : "it cannot be read or written. Pass a file that may be, or one that does not exist yet.";
  return new ConfigurationError(`journal: ${path}: ${why}`, { cause });
}
