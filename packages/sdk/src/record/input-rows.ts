/** The rows of a journal's inputs: how the one of an input is found or made, and changed as `creation-states.ts` allows. */
import type { CompletedCall } from "../contract/types.js";
import { delay, timeOfDayMs } from "../request/timers.js";
import { type CreationState, isTaken, isUnderWay, type StepName, steps, underWay } from "./creation-states.js";
import { checkSame, correctInBatch } from "./input-identity.js";
import type { InputIdentity, JournalEntry } from "./journal.js";
import { type JournalDatabase, listOf } from "./journal-database.js";
import type { InputTraits, JournalState } from "./ledger.js";
import { removeIfDead } from "./owner-lock.js";

/** A row of the table of inputs. */
export interface InputRow {
  id: number;
  /** The digest of the recording and of the call's fields. */
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

/** The row that a key stands for: a key of the caller's, or the digest of an input. */
export async function findRow(database: JournalDatabase, key: string): Promise<InputRow | undefined> {
  const row = await database.whenFree(() => rowOfKey(database, key) ?? rowOfDigest(database, key));
  return row && current(database, row);
}

export async function rowOf(database: JournalDatabase, id: number): Promise<InputRow> {
  const row = await database.whenFree(() => rowOfId(database, id));
  if (!row) throw new Error(`The journal has no input ${id}.`);
  return current(database, row);
}

/** The row as it is, also where its claimant has died. */
export function rowOfId(database: JournalDatabase, id: number): InputRow | undefined {
  // The columns of the schema, as in the next two functions.
  return database.get("select * from inputs where id = ?", id) as InputRow | undefined;
}

function rowOfKey(database: JournalDatabase, key: string): InputRow | undefined {
  const sql = "select inputs.* from inputs join keys on input = inputs.id where key = ?";
  return database.get(sql, key) as InputRow | undefined;
}

function rowOfDigest(database: JournalDatabase, digest: string | null): InputRow | undefined {
  return database.get("select * from inputs where identity = ?", digest) as InputRow | undefined;
}

/** The row as it is after the claims of dead processes were freed. */
async function current(database: JournalDatabase, row: InputRow): Promise<InputRow> {
  if (!isUnderWay(row.state) || row.owner === database.ownerId) return row;
  await freeDeadOwners(database);
  return (await database.whenFree(() => rowOfId(database, row.id))) ?? row;
}

/** A claim of a process that has died before it sent a byte is free again; after that nobody knows. */
async function freeDeadOwners(database: JournalDatabase): Promise<void> {
  const { path, ownerId } = database;
  const dead = await database.whenFree(() =>
    database
      .all(`select distinct owner from inputs where state in (${listOf(underWay)})`)
      .map(({ owner }) => String(owner))
      .filter((owner) => owner !== ownerId && removeIfDead(path, owner)),
  );
  if (dead.length === 0) return;
  await database.write(() => {
    for (const owner of dead) {
      for (const step of ["died", "diedUnsent"] as const)
        database.run(sqlOf(step, { set: noOwner, where: "owner = ?" }), owner);
    }
  });
}

/** A step of a row. */
export interface RowStep {
  id: number;
  step: StepName;
  /** What changes besides the state, as SQL. @default nothing */
  set?: string | undefined;
  /** Whether only who has claimed the input may take it. @default false */
  isOwn?: boolean;
  /** The call that it is about: a row that has another one since stays as it is. @default whichever it has */
  ofCall?: string | undefined;
}

/** Of a row that nobody is creating any more, as SQL. */
export const noOwner = "owner = null";

/** Inside of a transaction: takes a step if the rules allow it, and tells whether they did. */
export function takeStep(
  database: JournalDatabase,
  { id, step, set, isOwn = false, ofCall }: RowStep,
  ...values: (string | null)[]
): boolean {
  const wanted: [sql: string, value: string | number | null][] = [["id = ?", id]];
  if (isOwn) wanted.push(["owner = ?", database.ownerId ?? null]);
  if (ofCall !== undefined) wanted.push(["(call_id is null or call_id = ?)", ofCall]);
  const where = wanted.map(([condition]) => condition).join(" and ");
  const sql = sqlOf(step, { set: set === undefined ? "at = ?" : `${set}, at = ?`, where });
  return database.run(sql, ...values, timeOfDayMs(), ...wanted.map(([, value]) => value)) === 1;
}

/** The SQL that takes a step of the rows which are in a state that allows it. */
function sqlOf(step: StepName, { set, where }: { set: string; where: string }): string {
  const { from, to } = steps[step];
  return `update inputs set state = '${to}', ${set} where state in (${listOf(from)}) and ${where}`;
}

/**
 * The id of an input's row. Inputs of equal bytes and fields have one, whatever their keys.
 *
 * @throws {ConfigurationError} when the key stood for another input whose call may exist
 */
export async function enterInput(database: JournalDatabase, identity: InputIdentity): Promise<number> {
  const known = await findRow(database, identity.key);
  const isKeyAlone = identity.memberId === undefined;
  const isSame = isKeyAlone || known?.identity === identity.digest;
  return known && isSame ? known.id : database.write(() => enterOther(database, identity));
}

/**
 * Of a file its size and its digest are known; of a stream, which is read once, its size alone; and of a file that is gone,
 * neither.
 */
function enterOther(database: JournalDatabase, identity: InputIdentity): number {
  const { key, digest = null } = identity;
  const known = rowOfKey(database, key);
  // A digest stands for one input: with other fields that is another one.
  const isOfDigest = known?.identity === key;
  if (known && (isTaken(known.state) || isOfDigest)) {
    checkSame(identity, knownIn(known), isOfDigest ? correctInBatch : undefined);
    return known.id;
  }
  if (known && digest === null) return enterUnread(database, { known, identity });
  return assignKey(database, key, rowOfDigest(database, digest)?.id ?? insert(database, { known, identity }));
}

function assignKey(database: JournalDatabase, key: string, id: number): number {
  database.run(
    "insert into keys (key, input) values (?, ?) on conflict (key) do update set input = excluded.input",
    key,
    id,
  );
  return id;
}

/** A stream may be another recording each time; a file that is gone is still the one that was uploaded. */
function enterUnread(
  database: JournalDatabase,
  { known, identity }: { known: InputRow; identity: InputIdentity },
): number {
  const { id } = known;
  const { key, sizeBytes = null, memberId = null, categoryId = null } = identity;
  const isGone = sizeBytes === null;
  if (isGone && memberId === known.member_id && categoryId === known.category_id) return id;
  // Other keys stand for what the row has.
  if (database.get("select 1 from keys where input = ? and key <> ?", id, key)) {
    const { content, sizeBytes: knownBytes } = knownIn(known);
    const traits = isGone ? { ...identity, content, sizeBytes: knownBytes } : identity;
    return assignKey(database, key, insert(database, { known, identity: traits }));
  }
  const upload = isGone ? "" : ", content = null, audio_url = null";
  database.run(
    `update inputs set identity = null, size_bytes = coalesce(?, size_bytes), member_id = ?, category_id = ?${upload} where id = ?`,
    ...[sizeBytes, memberId, categoryId, id],
  );
  return id;
}

/** @param known what the key stood for until now: the same recording is not uploaded again for other fields */
function insert(
  database: JournalDatabase,
  { known, identity }: { known: InputRow | undefined; identity: InputIdentity },
): number {
  const { digest = null, sizeBytes = null, content = null, memberId = null, categoryId = null } = identity;
  const audioUrl = (known?.content === content && known?.audio_url) || null;
  const id = newId();
  database.run(
    `insert into inputs (id, identity, size_bytes, content, member_id, category_id, audio_url, state, at)
     values (?, ?, ?, ?, ?, ?, ?, 'released', ?)`,
    ...[id, digest, sizeBytes, content, memberId, categoryId, audioUrl, timeOfDayMs()],
  );
  return id;
}

/** Not SQLite's own: a process of version 0.3 deletes inputs, and SQLite would give their ids again. */
function newId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}

/** What a row stands for. */
function knownIn({ size_bytes, content, member_id, category_id }: InputRow): InputTraits {
  return {
    sizeBytes: size_bytes ?? undefined,
    content: content ?? undefined,
    memberId: member_id ?? undefined,
    categoryId: category_id ?? undefined,
  };
}

/** Where the input of a row stands, with its result if the journal has it. */
export async function journalStateOf(database: JournalDatabase, row: InputRow): Promise<JournalState | undefined> {
  const state = stateWithoutResult(row);
  if (state?.stage !== "completed") return state;
  const found = await database.whenFree(() => database.get("select json from results where input = ?", row.id));
  // It was written by `completed`.
  return { ...state, result: found && (JSON.parse(String(found.json)) as CompletedCall) };
}

/** Undefined for an input of which nothing is done yet. */
function stateWithoutResult({
  state,
  call_id: callId,
  audio_url,
}: Pick<InputRow, "state" | "call_id" | "audio_url">): JournalState | undefined {
  const address = { audio_url: audio_url ?? undefined };
  if (callId !== null) return { stage: state === "completed" ? state : "created", callId, ...address };
  if (state === "skipped") return { stage: state, ...address };
  if (isTaken(state)) return { stage: "creating", uncertain: state === "uncertain", ...address };
  return audio_url === null ? undefined : { stage: "uploaded", audio_url };
}

/** Every key with something to tell, the first one first. */
export async function entriesOf(database: JournalDatabase): Promise<JournalEntry[]> {
  await freeDeadOwners(database);
  const sql = `select keys.id as place, key, state, call_id, audio_url, has_failed from keys join inputs on inputs.id = input where keys.id > ? order by keys.id limit ${pageSize}`;
  const entries: JournalEntry[] = [];
  for (let last = 0; ; ) {
    const page = (await database.whenFree(() => database.all(sql, last))) as unknown as EntryRow[];
    entries.push(...page.flatMap(entryOf));
    if (page.length < pageSize) return entries;
    last = page.at(-1)?.place ?? last;
    // Others go on between two pages.
    await delay(0);
  }
}

/** What an entry is made of. */
interface EntryRow extends Pick<InputRow, "state" | "call_id" | "audio_url" | "has_failed"> {
  place: number;
  key: string;
}

function entryOf({ key, ...row }: EntryRow): JournalEntry[] {
  const state = stateWithoutResult(row);
  if (!state) return [];
  const uncertain = state.stage === "creating" && state.uncertain;
  const { stage } = state;
  const ofCall = "callId" in state && {
    callId: state.callId,
    ...(row.has_failed === 1 && { failed: true as const }),
  };
  return [{ key, stage, uncertain, ...ofCall }];
}
