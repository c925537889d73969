/** A journal in a SQLite file, which any number of processes of one machine use at once. */
import { existsSync } from "node:fs";
import { ConfigurationError } from "../errors/request-errors.js";
import { checkNames, type NamesOf } from "../known-names.js";
import { checkType } from "../request/request-options.js";
import { fromPath } from "../upload/from-path.js";
import { identityOf } from "./input-identity.js";
import { inputRecord } from "./input-record.js";
import { enterInput, entriesOf, findRow, journalStateOf } from "./input-rows.js";
import type { BatchInput, FileJournal, InputIdentity, InputRecord, JournalEntry, JournaledBatch } from "./journal.js";
import { JournalDatabase, notOfService } from "./journal-database.js";
import { JournaledInputs } from "./journaled-inputs.js";
import { type JournalState, type LedgerClaim, type OwnClaimOptions, ownRecord, type SendingLedger } from "./ledger.js";
import { removeDeadOwners } from "./owner-lock.js";
import { type Decision, settle } from "./settle.js";
import { checkSqlite } from "./sqlite.js";

export interface FileJournalOptions {
  /** False keeps no analyses in the file; a later run reads each again from the service. @default true */
  results?: boolean | undefined;
}

const journalOptionNames: NamesOf<FileJournalOptions> = { results: true };

/**
 * A journal in a SQLite file: of all processes of one machine that use it at once, one creates each input, and what is
 * recorded is on disk before the batch goes on. A batch that you run again with the same file goes on where the last one
 * was killed, and creates no call twice. It holds what the service said of your calls and the addresses of recordings, no
 * keys; only its owner may read it.
 *
 * The file must be on a local disk. Across machines use a `CreationLedger`.
 *
 * @param path is created when it does not exist; its folder must exist. A relative path is resolved now.
 * @throws {ConfigurationError} for an unknown option, and on a runtime without SQLite 3.51.3 or later
 * @example
 * const journal = fileJournal("calls.journal");
 * for await (const outcome of sdk.calls.analyzeFiles(inputs, { journal })) console.log(outcome);
 */
export function fileJournal(path: string | URL, options: FileJournalOptions = {}): FileJournal {
  checkNames("fileJournal()", options, journalOptionNames);
  const { results = true } = options;
  checkSqlite();
  checkType("boolean", { results });
  return new SqliteJournal(fromPath(path).path, { keepsResults: results });
}

class SqliteJournal implements FileJournal, SendingLedger {
  readonly [ownRecord] = true;
  readonly #path: string;
  readonly #keepsResults: boolean;
  #opening: Promise<JournalDatabase> | undefined;
  /** Who uses the open file now: methods, and whoever holds it open. */
  readonly #users = new Set<symbol>();
  /** Who holds the file open until `close()`: batches, and claims by a key. */
  readonly #holders = new Set<symbol>();
  #claims: Promise<symbol> | undefined;

  constructor(path: string, { keepsResults }: { keepsResults: boolean }) {
    this.#path = path;
    this.#keepsResults = keepsResults;
  }

  async begin({ baseUrl }: { baseUrl: string }): Promise<JournaledBatch> {
    const holder = await this.#hold();
    const end = () => this.#leave(holder);
    try {
      await this.checkService(baseUrl);
      await this.#using(beginBatch);
      return new JournaledInputs(end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  checkService(baseUrl: string): Promise<void> {
    return this.#using((database) => bindService(database, baseUrl));
  }

  identify(input: BatchInput<unknown>, signal: AbortSignal): Promise<InputIdentity> {
    return identityOf(input, signal);
  }

  async find(key: string): Promise<JournalState | undefined> {
    if (!this.#exists()) return undefined;
    return this.#using(async (database) => {
      const row = await findRow(database, key);
      return row && journalStateOf(database, row);
    });
  }

  async enter(identity: InputIdentity): Promise<InputRecord> {
    const record = await this.#unlessClosed(() => this.#recordOf(identity));
    return {
      ...record,
      claim: (...asked) => this.#unlessClosed(() => record.claim(...asked)),
      sending: (key) => this.#unlessClosed(() => record.sending(key)),
    };
  }

  /** A claim would be free again as soon as it is made, for nothing keeps the file open. */
  async #unlessClosed<T>(work: () => Promise<T>): Promise<T> {
    if (this.#holders.size > 0) return work();
    throw new ConfigurationError(
      `journal: ${this.#path} was closed while a batch was using it, which creates no more calls. Run the batch again: it goes on from here.`,
    );
  }

  async claim(key: string, { input, ...asked }: OwnClaimOptions = {}): Promise<LedgerClaim> {
    // Its owner must live until the outcome is recorded, and nobody says when that is.
    this.#claims ??= this.#hold();
    await this.#claims.catch((error: unknown) => {
      this.#claims = undefined;
      throw error;
    });
    return (await this.#recordOf({ key, ...input })).claim(key, asked);
  }

  async sending(key: string): Promise<boolean> {
    return (await this.#known(key))?.sending(key) ?? false;
  }

  async uncertain(key: string): Promise<void> {
    await (await this.#known(key))?.uncertain(key);
  }

  async created(key: string, callId: string): Promise<void> {
    await (await this.#recordOf({ key })).created(key, callId);
  }

  /** Does nothing to what another process, or another journal of this one, has claimed. */
  async released(key: string): Promise<void> {
    await (await this.#known(key))?.released(key);
  }

  async entries(): Promise<JournalEntry[]> {
    return this.#exists() ? this.#using(entriesOf) : [];
  }

  async settle(key: string, decision: Decision): Promise<void> {
    if (!this.#exists()) throw new ConfigurationError(`journal: ${this.#path} does not exist.`);
    await this.#using((database) => settle(database, { key, decision }));
  }

  async close(): Promise<void> {
    const claims = this.#claims;
    this.#claims = undefined;
    await claims?.catch(() => {});
    await Promise.all([...this.#holders].map((holder) => this.#leave(holder)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Whether there is something to read: to ask makes no file. One that is deleted while it is open is an error of the write. */
  #exists(): boolean {
    return this.#users.size > 0 || existsSync(this.#path);
  }

  async #recordOf(identity: InputIdentity): Promise<InputRecord> {
    return this.#recordWith(await this.#using((database) => enterInput(database, identity)));
  }

  async #known(key: string): Promise<InputRecord | undefined> {
    if (!this.#exists()) return undefined;
    const row = await this.#using((database) => findRow(database, key));
    return row && this.#recordWith(row.id);
  }

  #recordWith(id: number): InputRecord {
    return inputRecord(id, { using: this.#using, keepsResults: this.#keepsResults });
  }

  readonly #using = async <T>(work: (database: JournalDatabase) => Promise<T>): Promise<T> => {
    const user = Symbol();
    const database = await this.#open(user);
    try {
      return await work(database);
    } finally {
      await this.#leave(user);
    }
  };

  /** Keeps the file open until the holder leaves, or `close()`. */
  async #hold(): Promise<symbol> {
    const holder = Symbol();
    await this.#open(holder);
    this.#holders.add(holder);
    return holder;
  }

  async #open(user: symbol): Promise<JournalDatabase> {
    this.#users.add(user);
    this.#opening ??= JournalDatabase.open(this.#path);
    const opening = this.#opening;
    try {
      return await opening;
    } catch (error) {
      this.#users.delete(user);
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  /** The last one that leaves closes the file. Whoever has left already does nothing. */
  async #leave(user: symbol): Promise<void> {
    this.#holders.delete(user);
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    const opening = this.#opening;
    this.#opening = undefined;
    (await opening)?.close();
  }
}

/** The first service that a journal is used for is its service. @throws {ConfigurationError} for another one */
async function bindService(database: JournalDatabase, baseUrl: string): Promise<void> {
  const service = () => database.get("select base_url from journal")?.base_url;
  if ((await database.whenFree(service)) === baseUrl) return;
  await database.write(() => {
    database.run("update journal set base_url = coalesce(base_url, ?)", baseUrl);
    const found = service();
    if (found !== baseUrl) throw notOfService(database.path, found, baseUrl);
  });
}

/** @throws {ConfigurationError} when there is no room on the disk */
async function beginBatch(database: JournalDatabase): Promise<void> {
  await database.whenFree(() => removeDeadOwners(database.path));
  await database.readyOwner();
}
