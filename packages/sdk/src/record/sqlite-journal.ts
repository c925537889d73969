/** A journal in a SQLite file, which any number of processes of one machine use at once. */
import { existsSync } from "node:fs";
import { SharedInputs } from "../batch/shared-inputs.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { fromPath } from "../upload/from-path.js";
import { isText } from "../value-kinds.js";
import { identityOf, keyAlone } from "./input-identity.js";
import type {
  BatchInput,
  FileJournal,
  InputIdentity,
  JournalEntry,
  JournaledBatch,
  JournalInput,
  JournalState,
  JournalWork,
} from "./journal.js";
import { JournalRows } from "./journal-rows.js";
import { type InputLedger, JournaledInput } from "./journaled-input.js";
import { type KnownInput, type LedgerClaim, type Outlook, ownRecord, type SendingLedger } from "./ledger.js";
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

/** What keeps the file open. */
interface Hold {
  rows: JournalRows;
  end: () => Promise<void>;
}

class SqliteJournal implements FileJournal, SendingLedger {
  readonly [ownRecord] = true;
  readonly #path: string;
  readonly #scope: string | undefined;
  readonly #keepsResults: boolean;
  /** How many use the open file now: methods, and whatever holds it open. */
  #users = 0;
  #opening: Promise<JournalRows> | undefined;
  /** What holds the file open until `close()`: batches, and claims by a key. */
  readonly #holds = new Set<Hold>();
  #claims: Promise<Hold> | undefined;

  constructor(path: string, { scope, keepsResults }: { scope: string | undefined; keepsResults: boolean }) {
    this.#path = path;
    this.#scope = scope;
    this.#keepsResults = keepsResults;
  }

  async begin({ baseUrl }: { baseUrl: string }): Promise<JournaledBatch> {
    const { rows, end } = await this.#hold();
    try {
      await rows.begin(baseUrl);
      return new SharedInputs(end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  identify(input: BatchInput<unknown>, signal: AbortSignal): Promise<InputIdentity> {
    return identityOf(input, signal);
  }

  async find(key: string): Promise<JournalState | undefined> {
    return this.#using(async (rows) => {
      const row = await rows.find(key);
      return row && rows.stateOf(row);
    });
  }

  async enter(identity: InputIdentity, work: JournalWork): Promise<JournalInput> {
    const record = await this.#unlessClosed(() => this.#ledgerOf(identity));
    const claim: InputLedger["claim"] = (...asked) => this.#unlessClosed(() => record.claim(...asked));
    const sending: InputLedger["sending"] = (key) => this.#unlessClosed(() => record.sending(key));
    return new JournaledInput({ ...record, claim, sending }, work);
  }

  /** A claim would be free again as soon as it is made, for nothing keeps the file open. */
  async #unlessClosed<T>(work: () => Promise<T>): Promise<T> {
    if (this.#holds.size > 0) return work();
    throw new ConfigurationError(
      `journal: ${this.#path} was closed while a batch was using it, which creates no more calls. Run the batch again: it goes on from here.`,
    );
  }

  async claim(key: string, { recreate, input }: { recreate?: boolean; input?: KnownInput } = {}): Promise<LedgerClaim> {
    // Its owner must live until the outcome is recorded, and nobody says when that is.
    this.#claims ??= this.#hold();
    await this.#claims.catch((error: unknown) => {
      this.#claims = undefined;
      throw error;
    });
    return (await this.#ledgerOf(keyAlone(key, input))).claim(key, { recreate });
  }

  async sending(key: string): Promise<boolean> {
    return (await this.#ledgerOf(keyAlone(key))).sending(key);
  }

  async uncertain(key: string): Promise<void> {
    await (await this.#ledgerOf(keyAlone(key))).uncertain(key);
  }

  async outlook(key: string): Promise<Outlook> {
    return outlookOf(await this.find(key));
  }

  async created(key: string, callId: string): Promise<void> {
    await (await this.#ledgerOf(keyAlone(key))).created(key, callId);
  }

  /** Does nothing to what another process, or another journal of this one, has claimed. */
  async released(key: string): Promise<void> {
    await this.#using(async (rows) => {
      const row = await rows.find(key);
      if (row) await rows.released(row.id);
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

  async settle(key: string, decision: Parameters<FileJournal["settle"]>[1]): Promise<void> {
    if (!existsSync(this.#path)) throw new ConfigurationError(`journal: ${this.#path} does not exist.`);
    await this.#using((rows) => rows.settle(key, decision));
  }

  async forget({ before }: { before: Date }): Promise<void> {
    if (existsSync(this.#path)) await this.#using((rows) => rows.forget(before.getTime()));
  }

  async close(): Promise<void> {
    const claims = this.#claims;
    this.#claims = undefined;
    await claims?.catch(() => {});
    await Promise.all([...this.#holds].map(({ end }) => end()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #ledgerOf(identity: InputIdentity): Promise<InputLedger> {
    const id = await this.#using((rows) => rows.enter(identity));
    const find = () => this.#using(async (rows) => rows.stateOf(await rows.row(id)));
    return {
      [ownRecord]: true,
      id: String(id),
      find,
      outlook: async () => outlookOf(await find()),
      uploaded: (audioUrl) => this.#using((rows) => rows.uploaded(id, audioUrl)),
      claim: (_key, { recreate = false } = {}) => this.#using((rows) => rows.claim(id, recreate)),
      sending: () => this.#using((rows) => rows.sending(id)),
      created: (_key, callId) => this.#using((rows) => rows.created(id, callId)),
      released: () => this.#using((rows) => rows.released(id)),
      uncertain: () => this.#using((rows) => rows.uncertain(id)),
      failed: () => this.#using((rows) => rows.failed(id)),
      completed: (result) => this.#using((rows) => rows.completed(id, result, { keepsResult: this.#keepsResults })),
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

  /** Keeps the file open until `end()`, which may be called again, or `close()`. */
  async #hold(): Promise<Hold> {
    const rows = await this.#open();
    const hold: Hold = {
      rows,
      end: async () => {
        if (this.#holds.delete(hold)) await this.#leave();
      },
    };
    this.#holds.add(hold);
    return hold;
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

/** Two processes may have uploaded the same input: the second one waits for the call of the first. */
function outlookOf(state: JournalState | undefined): Outlook {
  if (state?.stage === "skipped") return "unknown";
  if (state?.stage !== "creating") return "ended";
  return state.uncertain ? "unknown" : "creating";
}
