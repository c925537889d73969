/** A journal in a SQLite file, which any number of processes of one machine use at once. */
import { existsSync } from "node:fs";
import type {
  BatchInput,
  FileJournal,
  InputIdentity,
  InputSharing,
  JournalDecision,
  JournalEntry,
  JournalInput,
  JournalState,
  JournalWork,
} from "../batch/batch-journal.js";
import { identityOf, keyAlone } from "../batch/input-identity.js";
import { ConfigurationError } from "../errors/request-errors.js";
import type { LedgerClaim } from "../record/ledger.js";
import { fromPath } from "../upload/from-path.js";
import { isText } from "../value-kinds.js";
import { JournalRows } from "./journal-rows.js";
import { type InputRecord, JournaledInput } from "./journaled-input.js";
import { SharedInputs } from "./shared-inputs.js";
import { checkSqlite } from "./sqlite.js";

export interface FileJournalOptions {
  /** Your name for what the batch belongs to, such as the organization: a file of another scope is refused. @default none */
  scope?: string | undefined;
  /** False keeps no analyses in the file; a later run reads each again from the service. @default true */
  results?: boolean | undefined;
}

/**
 * A journal in a SQLite file: of all processes of one machine that use it at once, one creates each input, and what is
 * recorded is on disk before the batch goes on. A batch that you run again with the same file goes on where the last one
 * was killed, and creates no call twice. It holds what the service said of your calls and the addresses of recordings, no
 * keys; only its owner may read it.
 *
 * The file must be on a local disk. Across machines use a `CreationLedger`.
 *
 * @param path is created when it does not exist; its folder must exist. A relative path is resolved now.
 * @throws {ConfigurationError} on a runtime without SQLite: Node before 22.13
 * @example
 * const journal = fileJournal("calls.journal");
 * for await (const outcome of sdk.calls.analyzeFiles(inputs, { journal })) console.log(outcome);
 */
export function fileJournal(path: string | URL, options: FileJournalOptions = {}): FileJournal {
  const { scope, results = true } = options;
  if (scope !== undefined && !isText(scope)) throw new ConfigurationError("scope must be a non-empty string.");
  checkSqlite();
  return new SqliteJournal(fromPath(path).path, { scope, keepsResults: results });
}

class SqliteJournal implements FileJournal {
  readonly #path: string;
  readonly #scope: string | undefined;
  readonly #keepsResults: boolean;
  /** How many use the open file now: batches, methods, and whoever claims by a key of their own. */
  #users = 0;
  #batches = 0;
  #hasClaims = false;
  #opening: Promise<JournalRows> | undefined;

  constructor(path: string, { scope, keepsResults }: { scope: string | undefined; keepsResults: boolean }) {
    this.#path = path;
    this.#scope = scope;
    this.#keepsResults = keepsResults;
  }

  async begin({ baseUrl }: { baseUrl: string }): Promise<void> {
    const rows = await this.#open();
    try {
      await rows.begin(baseUrl);
      this.#batches += 1;
    } catch (error) {
      await this.#leave();
      throw error;
    }
  }

  async end(): Promise<void> {
    if (this.#batches === 0) return;
    this.#batches -= 1;
    await this.#leave();
  }

  identify(input: BatchInput<unknown>, signal: AbortSignal): Promise<InputIdentity> {
    return identityOf(input, signal);
  }

  sharing(): InputSharing {
    return new SharedInputs();
  }

  async find(key: string): Promise<JournalState | undefined> {
    return this.#using(async (rows) => {
      const row = await rows.find(key);
      return row && rows.stateOf(row);
    });
  }

  async enter(identity: InputIdentity, work: JournalWork): Promise<JournalInput> {
    return new JournaledInput(await this.#recordOf(identity), work);
  }

  async claim(key: string, options?: { recreate?: boolean }): Promise<LedgerClaim> {
    // Its owner must live until what came of the claim is recorded, and nobody says when that is.
    if (!this.#hasClaims) {
      await this.#open();
      this.#hasClaims = true;
    }
    return (await this.#recordOf(keyAlone(key))).claim(key, options);
  }

  async sending(key: string): Promise<boolean> {
    return (await this.#recordOf(keyAlone(key))).sending(key);
  }

  async created(key: string, callId: string): Promise<void> {
    await (await this.#recordOf(keyAlone(key))).created(key, callId);
  }

  async released(key: string): Promise<void> {
    await this.#using(async (rows) => {
      const row = await rows.find(key);
      if (row) await rows.release(row.id, { ofAnybody: true });
    });
  }

  async entries(): Promise<JournalEntry[]> {
    if (!existsSync(this.#path)) return [];
    return this.#using(async (rows) => {
      const entries: JournalEntry[] = [];
      for await (const page of rows.entries()) entries.push(...page);
      return entries;
    });
  }

  async settle(key: string, decision: JournalDecision): Promise<void> {
    if (!existsSync(this.#path)) throw new ConfigurationError(`journal: ${this.#path} does not exist.`);
    await this.#using((rows) => rows.settle(key, decision));
  }

  async forget({ before, key }: { before: Date; key?: string | undefined }): Promise<void> {
    if (existsSync(this.#path)) await this.#using((rows) => rows.forget(before.getTime(), key));
  }

  async close(): Promise<void> {
    while (this.#batches > 0) await this.end();
    if (!this.#hasClaims) return;
    this.#hasClaims = false;
    await this.#leave();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #recordOf(identity: InputIdentity): Promise<InputRecord> {
    const id = await this.#using((rows) => rows.enter(identity));
    return {
      id: String(id),
      find: () => this.#using(async (rows) => rows.stateOf(await rows.row(id))),
      uploaded: (audioUrl) => this.#using((rows) => rows.upload(id, audioUrl)),
      claim: (_key, { recreate = false } = {}) => this.#using((rows) => rows.claim(id, recreate)),
      sending: () => this.#using((rows) => rows.send(id)),
      created: (_key, callId) => this.#using((rows) => rows.create(id, callId)),
      released: () => this.#using((rows) => rows.release(id, { ofAnybody: false })),
      uncertain: () => this.#using((rows) => rows.lose(id)),
      failed: () => this.#using((rows) => rows.fail(id)),
      completed: (result) => this.#using((rows) => rows.complete(id, result, { keepsResult: this.#keepsResults })),
    };
  }

  async #using<T>(work: (rows: JournalRows) => Promise<T>): Promise<T> {
    const rows = await this.#open();
    try {
      return await work(rows);
    } finally {
      await this.#leave();
    }
  }

  /** Each call needs a `#leave()`, unless it fails. */
  async #open(): Promise<JournalRows> {
    this.#users += 1;
    this.#opening ??= JournalRows.open(this.#path, this.#scope);
    const opening = this.#opening;
    try {
      return await opening;
    } catch (error) {
      this.#users -= 1;
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  async #leave(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    const opening = this.#opening;
    this.#opening = undefined;
    (await opening)?.close();
  }
}
