/** The inputs of a journal, and what happens to their creations: the rules of `creation-states.ts` as statements of SQL. */

import type { CompletedCall } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { timeOfDayMs } from "../request/timers.js";
import { isText } from "../value-kinds.js";
import { allowedIn, isUnderWay, refusedClaim, underWay } from "./creation-states.js";
import { enterInput, entriesOf, findRow, type InputRow, rowOf, stateOf } from "./input-rows.js";
import type { FileJournal, InputIdentity, JournalEntry, JournalState } from "./journal.js";
import { JournalDatabase, listOf, notOfService } from "./journal-database.js";
import type { LedgerClaim } from "./ledger.js";
import { isAlive, OwnerLock, removeDeadOwners } from "./owner-lock.js";
import { isFull } from "./sqlite.js";

const releasing = "state = 'released', owner = null";
const loss = "state = 'uncertain', owner = null";

/** A journal that is open. */
export class JournalRows {
  readonly #database: JournalDatabase;
  /** Undefined until something is claimed. */
  #owner: OwnerLock | undefined;

  private constructor(database: JournalDatabase) {
    this.#database = database;
  }

  static async open(path: string, scope: string | undefined): Promise<JournalRows> {
    return new JournalRows(await JournalDatabase.open(path, scope));
  }

  close(): void {
    this.#owner?.release();
    this.#database.close();
  }

  /**
   * Gets ready for creations of one service.
   *
   * @throws {ConfigurationError} when the journal is of another one, or there is no room on the disk
   */
  async begin(baseUrl: string): Promise<void> {
    const { path } = this.#database;
    await this.#write(() => {
      this.#run("update journal set base_url = coalesce(base_url, ?)", baseUrl);
      const found = this.#database.get("select base_url from journal")?.base_url;
      if (found !== baseUrl) throw notOfService(path, found, baseUrl);
    });
    await this.#database.whenFree(() => removeDeadOwners(path));
    await this.#readyOwner();
  }

  /**
   * The row of an input, which is made if there is none yet.
   *
   * @throws {ConfigurationError} when the key stood for another input whose call may exist
   */
  async enter(identity: InputIdentity): Promise<number> {
    const known = await this.find(identity.key);
    const isKeyAlone = identity.memberId === undefined;
    const isSame = isKeyAlone || (identity.digest !== undefined && known?.identity === identity.digest);
    return known && isSame ? known.id : this.#write(() => enterInput(this.#database, identity));
  }

  /** The row that a key stands for: a key of the caller's, or the digest of an input. */
  async find(key: string): Promise<InputRow | undefined> {
    const row = await this.#database.whenFree(() => findRow(this.#database, key));
    return row && this.#current(row);
  }

  async row(id: number): Promise<InputRow> {
    const row = await this.#database.whenFree(() => rowOf(this.#database, id));
    if (!row) throw new Error(`The journal has no input ${id}.`);
    return this.#current(row);
  }

  async stateOf(row: InputRow): Promise<JournalState | undefined> {
    return this.#database.whenFree(() => stateOf(this.#database, row));
  }

  async uploaded(id: number, audioUrl: string): Promise<void> {
    await this.#change(id, "uploaded", "audio_url = ?", audioUrl);
  }

  async claim(id: number, recreate: boolean): Promise<LedgerClaim> {
    const owner = await this.#readyOwner();
    const { call_id: callId } = await this.row(id);
    const isClaimed = await this.#change(id, recreate ? "recreate" : "claim", "state = 'claimed', owner = ?", owner.id);
    return isClaimed ? { status: "claimed" } : refusedClaim(callId);
  }

  /** Whether the claim is still this process's. Who was suspended may have lost it. */
  async sending(id: number): Promise<boolean> {
    return this.#changeOwn(id, "sending", "state = 'creating'");
  }

  /** @throws {ConfigurationError} that names the call, when it cannot be recorded */
  async created(id: number, callId: string): Promise<void> {
    const record = async () => {
      const isRecorded = await this.#change(id, "created", "state = 'created', call_id = ?, owner = null", callId);
      const known = isRecorded ? callId : (await this.row(id)).call_id;
      if (known !== callId) throw new ConfigurationError(`journal: it has the call ${known} for this input.`);
    };
    try {
      await record().catch((error: Error) => {
        if (!isFull(error.cause) || !this.#owner) throw error;
        this.#owner.spendReserve();
        return record();
      });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : cause;
      throw new ConfigurationError(`The call ${callId} exists, and is not in the journal. ${why}`, { cause });
    }
  }

  async released(id: number): Promise<void> {
    await this.#changeOwn(id, "released", releasing);
  }

  async uncertain(id: number): Promise<void> {
    await this.#changeOwn(id, "uncertain", loss);
  }

  /** The analysis has failed, so the call may be created again. */
  async failed(id: number): Promise<void> {
    await this.#change(id, "failed", "has_failed = 1");
  }

  /** @throws {ConfigurationError} when it was decided meanwhile that the input is to be created again, or not at all */
  async completed(id: number, result: CompletedCall, { keepsResult }: { keepsResult: boolean }): Promise<void> {
    await this.#write(() => {
      // The service may keep the recording at another address: what it says now is what it says later.
      const { audioUrl } = result.metadata;
      const change = "state = 'completed', owner = null, call_id = ?, audio_url = coalesce(?, audio_url)";
      if (!this.#update(id, "completed", change, result.callId, isText(audioUrl) ? audioUrl : null))
        throw new ConfigurationError(`journal: it was decided otherwise about the input of the call ${result.callId}.`);
      if (keepsResult) this.#run("insert or replace into results values (?, ?)", id, JSON.stringify(result));
    });
  }

  /** Every key with something to tell, the first one first, page by page. */
  async *entries(): AsyncGenerator<JournalEntry[], void, void> {
    await this.#freeDeadOwners();
    yield* entriesOf(this.#database);
  }

  /** @throws {ConfigurationError} for a decision that cannot be made about this input */
  async settle(key: string, decision: Parameters<FileJournal["settle"]>[1]): Promise<void> {
    const row = await this.find(key);
    if (!row) throw new ConfigurationError(`settle: the journal does not have ${JSON.stringify(key)}. ${seeEntries}`);
    const { callId, recreate, skip } = decision as Partial<Record<"callId" | "recreate" | "skip", unknown>>;
    let isSettled: boolean;
    if (isText(callId)) isSettled = await this.#settleCall(row.id, callId);
    else if (recreate === true && row.has_failed) isSettled = await this.#recreateFailed(row.id);
    else if (recreate === true) isSettled = await this.#change(row.id, "settle", "state = 'released'");
    else if (skip === true) isSettled = await this.#change(row.id, "settle", "state = 'skipped'");
    else throw new ConfigurationError("settle: pass { callId }, { recreate: true } or { skip: true }.");
    if (!isSettled) throw notUncertain(key, row);
  }

  /** @param before in milliseconds */
  async forget(before: number): Promise<void> {
    const which = `select id from inputs where at < ? and state in (${statesText("expire")})`;
    await this.#write(() => {
      for (const [table, column] of [
        ["results", "input"],
        ["keys", "input"],
        ["inputs", "id"],
      ])
        this.#run(`delete from ${table} where ${column} in (${which})`, before);
    });
  }

  async #recreateFailed(id: number): Promise<boolean> {
    return this.#write(() => {
      this.#run("delete from results where input = ?", id);
      return this.#update(id, "failed", afterFailure);
    });
  }

  async #settleCall(id: number, callId: string): Promise<boolean> {
    return this.#write(() => {
      if (this.#database.get("select 1 from inputs where call_id = ? and id <> ?", callId, id)) {
        throw new ConfigurationError(`settle: ${callId} is the call of another input of this journal.`);
      }
      return this.#update(id, "settle", "state = 'created', call_id = ?", callId);
    });
  }

  async #readyOwner(): Promise<OwnerLock> {
    return this.#database.whenFree(() => {
      this.#owner ??= OwnerLock.take(this.#database.path);
      this.#owner.keepReserve();
      return this.#owner;
    });
  }

  /** The row as it is after the claims of dead processes were freed. */
  async #current(row: InputRow): Promise<InputRow> {
    if (!isUnderWay(row.state) || row.owner === this.#owner?.id) return row;
    await this.#freeDeadOwners();
    return (await this.#database.whenFree(() => rowOf(this.#database, row.id))) ?? row;
  }

  /** A claim of a process that has died before it sent a byte is free again; after that nobody knows. */
  async #freeDeadOwners(): Promise<void> {
    const { path } = this.#database;
    const dead = await this.#database.whenFree(() =>
      this.#database
        .all(`select distinct owner from inputs where state in (${listOf(underWay)})`)
        .map(({ owner }) => String(owner))
        .filter((owner) => owner !== this.#owner?.id && !isAlive(path, owner)),
    );
    if (dead.length === 0) return;
    await this.#write(() => {
      for (const owner of dead) {
        // Those that stay under way have sent nothing.
        this.#run(`update inputs set ${loss} where owner = ? and state in (${statesText("uncertain")})`, owner);
        this.#run(`update inputs set ${releasing} where owner = ? and state in (${statesText("released")})`, owner);
      }
    });
  }

  /** Changes a row if the rules allow it, and tells whether they did. */
  #change(id: number, what: keyof typeof allowedIn, set: string, ...values: string[]): Promise<boolean> {
    return this.#write(() => this.#update(id, what, set, ...values));
  }

  /** The same for what this process alone may do, with what it has claimed. */
  async #changeOwn(id: number, what: keyof typeof allowedIn, set: string): Promise<boolean> {
    const owner = this.#owner?.id;
    if (owner === undefined) return false;
    return this.#write(
      () =>
        this.#database.get("select 1 from inputs where id = ? and owner = ?", id, owner) !== undefined &&
        this.#update(id, what, set),
    );
  }

  #update(id: number, what: keyof typeof allowedIn, set: string, ...values: (string | null)[]): boolean {
    return (
      this.#run(
        `update inputs set ${set}, at = ? where id = ? and state in (${statesText(what)})`,
        ...values,
        timeOfDayMs(),
        id,
      ) === 1
    );
  }

  #run(sql: string, ...values: (string | number | null)[]): number {
    return this.#database.run(sql, ...values);
  }

  #write<T>(work: () => T): Promise<T> {
    return this.#database.write(work);
  }
}

function statesText(what: keyof typeof allowedIn): string {
  return listOf(allowedIn[what]);
}

/** The recording may be what the analysis failed at: it is uploaded again. */
const afterFailure = "state = 'released', audio_url = null, call_id = null, has_failed = 0";

const seeEntries = "entries() lists what is uncertain.";

function notUncertain(key: string, { state }: InputRow): ConfigurationError {
  const why = isUnderWay(state)
    ? "a process that is running is creating its call, or has not closed the journal since"
    : `it is ${state}, and nothing is uncertain about it`;
  return new ConfigurationError(`settle: ${JSON.stringify(key)} cannot be decided: ${why}. ${seeEntries}`);
}
