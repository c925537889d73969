/** The inputs of a journal, and what happens to their creations: the rules of `ledger.ts` as statements of SQL. */
import type { LedgerClaim } from "../analysis/ledger.js";
import {
  checkSameInput,
  type InputIdentity,
  type JournalDecision,
  type JournalEntry,
  type JournalState,
  type KnownInput,
} from "../batch/batch-journal.js";
import type { CompletedCall } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { delay, timeOfDayMs } from "../http/timers.js";
import { isText } from "../value-kinds.js";
import { JournalDatabase, notOfService } from "./journal-database.js";
import { allowedIn, type CreationState, isUnderWay, mayHaveCall, refusedClaim } from "./ledger.js";
import { isAlive, OwnerLock, removeDeadOwners } from "./owner-lock.js";
import { isFull } from "./sqlite.js";

/** A row of the table of inputs. */
interface Row {
  id: number;
  identity: string | null;
  size_bytes: number | null;
  content: string | null;
  member_id: string | null;
  category_id: string | null;
  state: CreationState;
  owner: string | null;
  audio_url: string | null;
  call_id: string | null;
  has_failed: number;
}

/** How many entries are read at once: a longer read would keep SQLite from emptying its log. */
const pageSize = 500;

const stateOfFree = "case when audio_url is null then 'released' else 'uploaded' end";

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
    await this.#database.read(() => removeDeadOwners(path));
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
    return known && isSame ? known.id : this.#write(() => this.#rowFor(identity));
  }

  /** The row that a key stands for: a key of the caller's, or the digest of an input. */
  async find(key: string): Promise<Row | undefined> {
    const row = await this.#database.read(
      () =>
        this.#rowOf("select inputs.* from inputs join keys on input = inputs.id where key = ?", key) ??
        this.#rowOf("select * from inputs where identity = ?", key),
    );
    return row && this.#current(row);
  }

  async row(id: number): Promise<Row> {
    const row = await this.#database.read(() => this.#rowOf("select * from inputs where id = ?", id));
    if (!row) throw new Error(`The journal has no input ${id}.`);
    return this.#current(row);
  }

  async stateOf(row: Row): Promise<JournalState | undefined> {
    const { state, call_id: callId, audio_url } = row;
    if (callId !== null) {
      const found = await this.#database.read(() =>
        this.#database.get("select json from results where input = ?", row.id),
      );
      // It was written by `complete`.
      const result = found && (JSON.parse(String(found.json)) as CompletedCall);
      return { stage: result || state === "completed" ? "completed" : "created", callId, result };
    }
    if (state === "skipped") return { stage: "skipped", audio_url: audio_url ?? undefined };
    if (mayHaveCall(state))
      return { stage: "creating", uncertain: state === "uncertain", audio_url: audio_url ?? undefined };
    return audio_url === null ? undefined : { stage: "uploaded", audio_url };
  }

  async upload(id: number, audioUrl: string): Promise<void> {
    await this.#change(id, "upload", "state = 'uploaded', audio_url = ?", audioUrl);
  }

  async claim(id: number, recreate: boolean): Promise<LedgerClaim> {
    const owner = await this.#readyOwner();
    const { call_id: callId } = await this.row(id);
    const isClaimed = await this.#change(id, recreate ? "recreate" : "claim", "state = 'claimed', owner = ?", owner.id);
    return isClaimed ? { status: "claimed" } : refusedClaim(callId);
  }

  /** Whether the claim is still this process's. Who was suspended may have lost it. */
  async send(id: number): Promise<boolean> {
    return this.#changeOwn(id, "send", "state = 'creating'");
  }

  /** @throws {ConfigurationError} that names the call, when it cannot be recorded */
  async create(id: number, callId: string): Promise<void> {
    const record = async () => {
      const isRecorded = await this.#change(id, "create", "state = 'created', call_id = ?, owner = null", callId);
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

  /** @param ofAnybody also takes the claim of another process */
  async release(id: number, { ofAnybody }: { ofAnybody: boolean }): Promise<void> {
    const change = `state = ${stateOfFree}, owner = null`;
    if (ofAnybody) await this.#change(id, "release", change);
    else await this.#changeOwn(id, "release", change);
  }

  async lose(id: number): Promise<void> {
    await this.#changeOwn(id, "lose", "state = 'uncertain', owner = null");
  }

  /** The analysis has failed, so the call may be created again. */
  async fail(id: number): Promise<void> {
    await this.#change(id, "fail", "has_failed = 1");
  }

  async complete(id: number, result: CompletedCall, { keepsResult }: { keepsResult: boolean }): Promise<void> {
    await this.#write(() => {
      this.#update(id, "complete", "state = 'completed', owner = null, call_id = ?", result.callId);
      if (keepsResult) this.#run("insert or replace into results values (?, ?)", id, JSON.stringify(result));
    });
  }

  /** Every key with something to tell, in the order in which they came, page by page. */
  async *entries(): AsyncGenerator<JournalEntry[], void, void> {
    await this.#freeDeadOwners();
    for (let last = 0; ; ) {
      const sql = `select keys.id as place, key, inputs.* from keys join inputs on inputs.id = input where place > ? order by place limit ${pageSize}`;
      // The columns are those of the schema, and those that are named here.
      const page = (await this.#database.read(() => this.#database.all(sql, last))) as unknown as (Row & {
        place: number;
        key: string;
      })[];
      yield page.flatMap(entryOf);
      if (page.length < pageSize) return;
      last = page.at(-1)?.place ?? last;
      // Others go on between two pages.
      await delay(0);
    }
  }

  /** @throws {ConfigurationError} for a decision that cannot be made about this input */
  async settle(key: string, decision: JournalDecision): Promise<void> {
    const row = await this.find(key);
    if (!row) throw new ConfigurationError(`settle: the journal does not have ${JSON.stringify(key)}. ${seeEntries}`);
    const { callId, recreate, skip } = decision as Partial<Record<"callId" | "recreate" | "skip", unknown>>;
    let isSettled: boolean;
    if (isText(callId)) isSettled = await this.#settleCall(row.id, callId);
    else if (recreate === true && row.has_failed) isSettled = await this.#change(row.id, "fail", afterFailure);
    else if (recreate === true) isSettled = await this.#change(row.id, "settle", `state = ${stateOfFree}`);
    else if (skip === true) isSettled = await this.#change(row.id, "settle", "state = 'skipped'");
    else throw new ConfigurationError("settle: pass { callId }, { recreate: true } or { skip: true }.");
    if (!isSettled) throw notUncertain(key, row);
  }

  async #settleCall(id: number, callId: string): Promise<boolean> {
    return this.#write(() => {
      if (this.#database.get("select 1 from inputs where call_id = ? and id <> ?", callId, id)) {
        throw new ConfigurationError(`settle: ${callId} is the call of another input of this journal.`);
      }
      return this.#update(id, "settle", "state = 'created', call_id = ?", callId);
    });
  }

  /** Inputs of equal bytes and fields have one row, whatever their keys. */
  #rowFor(identity: InputIdentity): number {
    const { key, digest = null } = identity;
    const known = this.#rowOf("select inputs.* from inputs join keys on input = inputs.id where key = ?", key);
    if (known && mayHaveCall(known.state)) {
      checkSameInput(identity, identityIn(known));
      return known.id;
    }
    if (known && digest === null) return this.#replaceUnread(known, identity);
    const equal = this.#rowOf("select * from inputs where identity = ?", digest);
    const id = equal?.id ?? this.#insert(identity, known);
    this.#run(
      "insert into keys (key, input) values (?, ?) on conflict (key) do update set input = excluded.input",
      key,
      id,
    );
    return id;
  }

  /** A stream may be another recording each time; a file that is gone is still the one that was uploaded. */
  #replaceUnread({ id }: Row, identity: InputIdentity): number {
    const { sizeBytes = null, memberId = null, categoryId = null } = identity;
    const upload = sizeBytes === null ? "" : ", content = null, audio_url = null, state = 'released'";
    this.#run(
      `update inputs set identity = null, size_bytes = coalesce(?, size_bytes), member_id = ?, category_id = ?${upload} where id = ?`,
      ...[sizeBytes, memberId, categoryId, id],
    );
    return id;
  }

  /** @param known what the key stood for until now: the same recording is not uploaded again for other fields */
  #insert(identity: InputIdentity, known: Row | undefined): number {
    const { digest = null, sizeBytes = null, content = null, memberId = null, categoryId = null } = identity;
    const audioUrl = (known?.content === content && known?.audio_url) || null;
    this.#run(
      `insert into inputs (identity, size_bytes, content, member_id, category_id, audio_url, state, at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[digest, sizeBytes, content, memberId, categoryId],
      ...[audioUrl, audioUrl === null ? "released" : "uploaded", timeOfDayMs()],
    );
    return Number(this.#database.get("select last_insert_rowid() as id")?.id);
  }

  #rowOf(sql: string, value: string | number | null): Row | undefined {
    // The columns are those of the schema.
    return this.#database.get(sql, value) as Row | undefined;
  }

  async #readyOwner(): Promise<OwnerLock> {
    return this.#database.read(() => {
      this.#owner ??= OwnerLock.take(this.#database.path);
      this.#owner.keepReserve();
      return this.#owner;
    });
  }

  /** The row as it is once what dead processes have claimed is theirs no more. */
  async #current(row: Row): Promise<Row> {
    if (!isUnderWay(row.state) || row.owner === this.#owner?.id) return row;
    await this.#freeDeadOwners();
    return (await this.#database.read(() => this.#rowOf("select * from inputs where id = ?", row.id))) ?? row;
  }

  /** A claim of a process that has died before it sent a byte is free again; after that nobody knows. */
  async #freeDeadOwners(): Promise<void> {
    const { path } = this.#database;
    const dead = await this.#database.read(() =>
      this.#database
        .all("select distinct owner from inputs where state in ('claimed', 'creating')")
        .map(({ owner }) => String(owner))
        .filter((owner) => owner !== this.#owner?.id && !isAlive(path, owner)),
    );
    if (dead.length === 0) return;
    await this.#write(() => {
      for (const owner of dead) {
        this.#run("update inputs set state = 'uncertain', owner = null where owner = ? and state = 'creating'", owner);
        this.#run(
          `update inputs set state = ${stateOfFree}, owner = null where owner = ? and state = 'claimed'`,
          owner,
        );
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

  #update(id: number, what: keyof typeof allowedIn, set: string, ...values: string[]): boolean {
    const states = allowedIn[what].map((state) => `'${state}'`).join(", ");
    return (
      this.#run(
        `update inputs set ${set}, at = ? where id = ? and state in (${states})`,
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

/** What a row stands for. */
function identityIn({ size_bytes, content, member_id, category_id }: Row): KnownInput {
  return {
    sizeBytes: size_bytes ?? undefined,
    content: content ?? undefined,
    memberId: member_id ?? undefined,
    categoryId: category_id ?? undefined,
  };
}

/** None for an input of which nothing is done yet. */
function entryOf({ key, state, call_id: callId, audio_url }: Row & { key: string }): JournalEntry[] {
  if (callId !== null) return [{ key, stage: state === "completed" ? state : "created", uncertain: false, callId }];
  if (state === "skipped") return [{ key, stage: state, uncertain: false }];
  if (mayHaveCall(state)) return [{ key, stage: "creating", uncertain: state === "uncertain" }];
  return audio_url === null ? [] : [{ key, stage: "uploaded", uncertain: false }];
}

/** The recording may be what the analysis failed at: it is uploaded again. */
const afterFailure = "state = 'released', audio_url = null, call_id = null, has_failed = 0";

const seeEntries = "entries() lists what is uncertain.";

function notUncertain(key: string, { state }: Row): ConfigurationError {
  const why = isUnderWay(state)
    ? "a process that is running is creating its call"
    : `it is ${state}, and nothing is uncertain about it`;
  return new ConfigurationError(`settle: ${JSON.stringify(key)} cannot be decided: ${why}. ${seeEntries}`);
}
