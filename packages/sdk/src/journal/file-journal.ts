/**
 * A journal in a SQLite file. Any number of processes on one machine may use it at once. It keeps calls, but no
 * analyses.
 */
import { existsSync } from "node:fs";
import { ConfigurationError } from "../errors.js";
import type { ClaimOptions, Journal, JournalClaim, JournaledInput, JournalState } from "../flow/journal.js";
import { fromPath } from "../from-path.js";
import { kindOf } from "../known-names.js";
import {
  bindService,
  checkNoOthersCall,
  checkSame,
  checkService,
  columnsOf,
  forgetCreation,
  inputOf,
  pageAfter,
  pageSize,
  type Row,
  rowBeginning,
  rowOf,
  save,
  setCreated,
  setState,
} from "./input-rows.js";
import { JournalFile } from "./journal-file.js";
import { type OwnerLock, ownerLives, takeOwnerLock } from "./owner-lock.js";
import { checkDecision, checkWithService, refusal, type SettleClient, type SettleDecision } from "./settle.js";
import { explained, loadSqlite, notUsable, pause } from "./sqlite.js";

/** An input that a journal has recorded. */
export interface JournalEntry extends JournalState {
  key: string;
  memberId?: string;
  categoryId?: string;
  udfs?: Record<string, unknown>;
  /** The file name of the recording. */
  name?: string;
}

/** A journal in a file. It opens on first use, and stays open until `close()`. */
export interface FileJournal extends Journal {
  uncertain(key: string): Promise<void>;
  find(key: string, input?: JournaledInput): Promise<JournalState | undefined>;
  uploaded(key: string, publicUrl: string, input?: JournaledInput): Promise<void>;
  /** All inputs, oldest first. If a process died while it created a call, that call is `uncertain`. */
  entries(): Promise<JournalEntry[]>;
  /**
   * Settles an `uncertain` call for later runs: it exists, is created again, or is skipped. You can also settle a
   * skipped call anew, and use `recreate` for a call whose analysis failed.
   *
   * @param sdk checks whether the call exists and belongs to this recording
   * @param key the key, or its beginning if no other key begins with it
   * @throws {JournalError} that says why the call cannot be settled like this
   */
  settle(sdk: SettleClient, key: string, decision: SettleDecision): Promise<void>;
  /**
   * Stops every batch that uses the journal, as the batch's `stopSignal` does. Waits up to 10 seconds for create
   * requests in flight. A closed journal grants no claims, but still records the outcome of a create request that ends
   * later.
   */
  close(): Promise<void>;
  readonly closed: AbortSignal;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How often to look at a key while another flow creates its call, in milliseconds. */
const lookAgainMs = 100;

/** How long `close()` waits for create requests in flight, in milliseconds. */
const closeWithinMs = 10_000;

/**
 * A journal in a SQLite file on a local disk. Any number of processes on one machine may use it at once: one process
 * creates a call, and the others wait for it. The journal belongs to one service. It contains no API keys and no
 * analyses, and only its owner can read it.
 *
 * If a process dies while it creates a call, the call is `uncertain`: `entries()` lists it, and `settle()` settles it.
 *
 * @param path the journal's file. It is created if it does not exist, but its folder must exist. A relative path is
 *   resolved now.
 * @throws {JournalError} on a runtime without `node:sqlite`
 * @example
 * await using journal = fileJournal("calls.journal");
 * const { callId } = await sdk.calls.submitFile(input, { journal });
 */
export function fileJournal(path: string | URL): FileJournal {
  const { path: resolved } = fromPath(path);
  if (path === ":memory:")
    throw notUsable(path, "would be lost when the process ends. Pass a file path. In a test, use a temporary folder.");
  loadSqlite();
  return new SqliteJournal(resolved);
}

class SqliteJournal implements FileJournal {
  readonly #path: string;
  readonly #closing = new AbortController();
  #opening: Promise<JournalFile> | undefined;
  #owner: OwnerLock | undefined;
  /** The keys of this journal's open claims. */
  readonly #claims = new Set<string>();
  /** How many operations use the open file. */
  #users = 0;
  #ending: Promise<void> | undefined;
  #hasEnded = false;

  constructor(path: string) {
    this.#path = path;
  }

  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  async claim(key: string, options: ClaimOptions): Promise<JournalClaim> {
    for (;;) {
      this.#checkOpen();
      const claim = await this.#claimNow(key, options);
      if (claim) return claim;
      await this.#untilChanged(key, options.signal);
    }
  }

  created(key: string, callId: string): Promise<void> {
    return this.#end(key, (file) => {
      const known = rowOf(file, key)?.call_id;
      if (typeof known === "string" && known !== callId)
        throw notUsable(
          this.#path,
          `already has call ${known} for ${JSON.stringify(key)}, but call ${callId} was created too. Both are billed.`,
        );
      setCreated(file, key, callId);
    });
  }

  async released(key: string): Promise<void> {
    await this.#endOwn(key, (file) => forgetCreation(file, key));
  }

  async uncertain(key: string): Promise<void> {
    await this.#endOwn(key, (file) => setState(file, key, { state: "uncertain" }));
  }

  async find(key: string, input?: JournaledInput): Promise<JournalState | undefined> {
    this.#checkOpen();
    // A flow asks before it uploads: where no journal can be made, it must hear of it now.
    if (!input && !this.#exists()) return undefined;
    const row = await this.#read((file) => {
      const found = rowOf(file, key);
      if (input) checkService(file, input.baseUrl);
      if (input && found) checkSame(found, input);
      return found;
    });
    // Of another recording nothing is uploaded, and nothing tells whether one is the same that has no digest.
    if (row?.state === "uploaded" && input?.recording && row.digest !== (input.recording.digest ?? ""))
      return undefined;
    return row && this.#stateOf(row);
  }

  /** Reaches the disk with the next write, such as the claim that follows. A lost upload costs nothing. */
  async uploaded(key: string, publicUrl: string, input?: JournaledInput): Promise<void> {
    const writing = this.#write((file) => {
      if (input) bindService(file, input.baseUrl);
      const row = rowOf(file, key);
      if (!row || row.state === "uploaded")
        save(file, { key, state: "uploaded", ...columnsOf(input), audio_url: publicUrl });
    });
    writing.catch(() => {});
  }

  async entries(): Promise<JournalEntry[]> {
    this.#checkOpen();
    const entries: JournalEntry[] = [];
    let rows: Row[] = [];
    do {
      const after = rows.at(-1)?.id ?? 0;
      rows = this.#exists() ? await this.#read((file) => pageAfter(file, after)) : [];
      for (const row of rows) entries.push(this.#entryOf(row));
    } while (rows.length === pageSize);
    return entries;
  }

  async settle(sdk: SettleClient, key: string, decision: SettleDecision): Promise<void> {
    this.#checkOpen();
    const { callId, recreate, skip } = checkDecision(decision);
    if (typeof sdk?.calls?.getAnalysis !== "function")
      throw new ConfigurationError(`settle: expected a client as the first argument, got ${kindOf(sdk)}.`);
    if (!this.#exists()) throw notUsable(this.#path, "does not exist, so there is nothing to settle.");
    const entry = await this.#read((file) => {
      checkService(file, sdk.baseUrl);
      const found = this.#entryOf(rowBeginning(file, key));
      checkNoOthersCall(file, found.key, callId);
      return found;
    });
    await checkWithService(sdk, entry, { ...(callId !== undefined && { callId }), ...(recreate && { recreate }) });
    await this.#write((file) => {
      const row = rowOf(file, entry.key);
      const now = row && this.#stateOf(row);
      if (!row || now?.state !== entry.state || now.callId !== entry.callId)
        throw refusal(entry, "another process has just changed its entry. Read entries() again.");
      checkNoOthersCall(file, entry.key, callId);
      // The recording may be what an analysis failed at: it is uploaded again.
      if (recreate) forgetCreation(file, entry.key, { keepsUpload: entry.state !== "created" });
      else setState(file, entry.key, { state: skip ? "skipped" : "created", callId });
    });
  }

  close(): Promise<void> {
    this.#ending ??= this.#endAll();
    return this.#ending;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #endAll(): Promise<void> {
    this.#closing.abort();
    const startMs = performance.now();
    while (this.#claims.size + this.#users > 0 && performance.now() - startMs < closeWithinMs) await pause(10);
    this.#hasEnded = true;
    // From now on, other processes treat its open claims as uncertain.
    this.#owner?.release();
    await this.#closeUnused();
  }

  /** Undefined while another live flow creates the call. */
  async #claimNow(key: string, options: ClaimOptions): Promise<JournalClaim | undefined> {
    let isGranted = false;
    try {
      return await this.#use((file) => {
        const owner = this.#ownLock();
        return file.write(() => {
          const claim = this.#tryClaim(file, { key, owner, options });
          isGranted = claim?.status === "claimed";
          // At once: another claim of the same turn must see that this one lives.
          if (isGranted) this.#claims.add(key);
          return claim;
        });
      });
    } catch (error) {
      // It is not on the disk, and nothing is sent.
      if (isGranted) this.#claims.delete(key);
      throw error;
    }
  }

  #tryClaim(
    file: JournalFile,
    { key, owner, options }: { key: string; owner: string; options: ClaimOptions },
  ): JournalClaim | undefined {
    bindService(file, options.baseUrl);
    const row = rowOf(file, key);
    if (row) checkSame(row, options);
    const { state, callId, audio_url } = row ? this.#stateOf(row) : { state: "uploaded" as const };
    if (state === "creating") return undefined;
    if (state === "created") return { status: "created", callId: callId ?? "" };
    if (state === "skipped") return { status: "skipped" };
    if (state === "uncertain" && !options.recreate) return { status: "unknown", audio_url };
    const { name, size_bytes, digest } = row ?? columnsOf(undefined);
    const recording = options.recording ? {} : { name, size_bytes, digest };
    save(file, { key, state: "creating", owner, ...columnsOf(options), ...recording });
    return { status: "claimed" };
  }

  /** Only reads, because many flows may wait for the same call. */
  async #untilChanged(key: string, signal: AbortSignal): Promise<void> {
    let row: Row | undefined;
    do {
      await pause(lookAgainMs);
      signal.throwIfAborted();
      this.#checkOpen();
      row = await this.#read((file) => rowOf(file, key));
    } while (row && this.#stateOf(row).state === "creating");
  }

  async #end(key: string, step: (file: JournalFile) => void): Promise<void> {
    try {
      await this.#write(step);
    } finally {
      // What could not be written, as on a full disk, is uncertain from now on. Other processes wait for the end of this one.
      this.#claims.delete(key);
    }
  }

  /** Ends this journal's own claim, unless somebody has settled the key meanwhile. */
  async #endOwn(key: string, step: (file: JournalFile) => void): Promise<void> {
    const endOwn = (file: JournalFile) => {
      const row = rowOf(file, key);
      if (row?.state === "creating" && row.owner === this.#owner?.id) step(file);
    };
    if (this.#claims.has(key)) await this.#end(key, endOwn);
  }

  #stateOf(row: Row): JournalState {
    const { state, audio_url, call_id } = row;
    const hasDied = state === "creating" && !this.#isBeingCreated(row);
    return {
      state: hasDied ? "uncertain" : state,
      ...(audio_url !== null && { audio_url }),
      ...(call_id !== null && { callId: call_id }),
    };
  }

  /** Whether the claim's owner is alive. If the owner has died, nobody knows what it sent. */
  #isBeingCreated({ key, owner }: Row): boolean {
    return owner === this.#owner?.id ? this.#claims.has(key) : ownerLives(this.#path, owner ?? "");
  }

  #entryOf(row: Row): JournalEntry {
    return { key: row.key, ...this.#stateOf(row), ...inputOf(row) };
  }

  #checkOpen(): void {
    if (!this.#closing.signal.aborted) return;
    throw notUsable(this.#path, "was closed. Open it again with fileJournal(), and run again.");
  }

  /** Taken with the first claim. A process that only reads leaves no lock file. */
  #ownLock(): string {
    try {
      this.#owner ??= takeOwnerLock(this.#path);
      return this.#owner.id;
    } catch (error) {
      throw explained(this.#path, error);
    }
  }

  /** Whether there is something to read. Does not create the file. */
  #exists(): boolean {
    return this.#opening !== undefined || existsSync(this.#path);
  }

  #read<T>(work: (file: JournalFile) => T): Promise<T> {
    return this.#use((file) => file.read(() => work(file)));
  }

  #write<T>(work: (file: JournalFile) => T): Promise<T> {
    return this.#use((file) => file.write(() => work(file)));
  }

  async #use<T>(work: (file: JournalFile) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      this.#opening ??= JournalFile.open(this.#path).catch((error: unknown) => {
        this.#opening = undefined;
        throw error;
      });
      return await work(await this.#opening);
    } finally {
      this.#users -= 1;
      if (this.#hasEnded) await this.#closeUnused();
    }
  }

  async #closeUnused(): Promise<void> {
    if (this.#users > 0) return;
    const opening = this.#opening;
    this.#opening = undefined;
    await (await opening)?.close();
  }
}
