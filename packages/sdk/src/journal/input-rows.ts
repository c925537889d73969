/** The rows of a journal. Each input has one row, with its fields and its progress. */
import { JournalError } from "../errors.js";
import type { JournaledInput, JournalState } from "../flow/journal.js";
import type { JournalFile } from "./journal-file.js";
import { refusal } from "./settle.js";
import { notUsable } from "./sqlite.js";

export type Row = {
  id: number;
  key: string;
  state: JournalState["state"];
  owner: string | null;
  name: string | null;
  size_bytes: number | null;
  digest: string | null;
  member_id: string | null;
  category_id: string | null;
  udfs: string | null;
  audio_url: string | null;
  call_id: string | null;
};

/** The rows of one page. Other processes may write between two pages. */
export const pageSize = 500;

export function rowOf(file: JournalFile, key: string): Row | undefined {
  return file.get<Row>("select * from inputs where key = ?", key);
}

export function pageAfter(file: JournalFile, id: number): Row[] {
  return file.all<Row>(`select * from inputs where id > ? order by id limit ${pageSize}`, id);
}

/** The row of a key, or of its beginning. */
export function rowBeginning(file: JournalFile, key: string): Row {
  const exact = rowOf(file, key);
  if (exact) return exact;
  const sql = "select * from inputs where substr(key, 1, length(?)) = ? order by id limit 2";
  const [row, other] = typeof key === "string" && key !== "" ? file.all<Row>(sql, key, key) : [];
  if (!row) throw new JournalError(`settle: no key begins with ${JSON.stringify(key)}. entries() lists all keys.`);
  if (other) throw new JournalError(`settle: several keys begin with ${JSON.stringify(key)}. Pass the whole key.`);
  return row;
}

export function checkNoOthersCall(file: JournalFile, key: string, callId: string | undefined): void {
  if (callId === undefined) return;
  const other = file.get<Row>("select * from inputs where call_id = ? and key <> ?", callId, key);
  if (other) throw refusal({ key }, `call ${callId} belongs to another input, ${JSON.stringify(other.key)}.`);
}

/** The columns that describe an input. */
type Columns = Omit<Row, "id" | "key" | "state" | "owner" | "call_id">;

export function columnsOf(input: JournaledInput | undefined): Columns {
  const { call, recording } = input ?? {};
  return {
    name: recording?.name ?? null,
    size_bytes: recording?.sizeBytes ?? null,
    digest: recording?.digest ?? null,
    member_id: call?.memberId ?? null,
    category_id: call?.categoryId ?? null,
    udfs: call?.udfs === undefined ? null : JSON.stringify(call.udfs),
    audio_url: call?.audio_url ?? null,
  };
}

export function save(file: JournalFile, row: Columns & Pick<Row, "key" | "state"> & { owner?: string }): void {
  const { key, state, owner = null, name, size_bytes, digest, member_id, category_id, udfs, audio_url } = row;
  // Node 22.13 binds a value to one place only: `excluded` has those of `values`.
  file.run(
    `insert into inputs (key, state, owner, name, size_bytes, digest, member_id, category_id, udfs, audio_url)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (key) do update set
       state = excluded.state, owner = excluded.owner, name = excluded.name, size_bytes = excluded.size_bytes,
       digest = excluded.digest, member_id = excluded.member_id, category_id = excluded.category_id,
       udfs = excluded.udfs, audio_url = excluded.audio_url`,
    ...[key, state, owner, name, size_bytes, digest, member_id, category_id, udfs, audio_url],
  );
}

/** Records that nothing was created. Only the upload is kept. */
export function forgetCreation(
  file: JournalFile,
  key: string,
  { keepsUpload = true }: { keepsUpload?: boolean } = {},
): void {
  if (!keepsUpload || rowOf(file, key)?.audio_url === null) file.run("delete from inputs where key = ?", key);
  else file.run("update inputs set state = 'uploaded', owner = null, call_id = null where key = ?", key);
}

/**
 * Compares an input with the row of its key. Once the call may exist, a key stands for one recording, member and
 * category. An upload always stands for one recording. An unknown value matches everything.
 *
 * @throws {JournalError} that names what differs
 */
export function checkSame(known: Row, { call, recording }: JournaledInput): void {
  const mayExist = known.state !== "uploaded";
  const differs = (one: string | number | null, other: string | number | undefined) =>
    one !== null && other !== undefined && one !== other;
  const isOtherRecording = differs(known.digest, recording?.digest) || differs(known.size_bytes, recording?.sizeBytes);
  const difference = [
    isOtherRecording && (mayExist || known.audio_url === call.audio_url) && "recording",
    mayExist && differs(known.member_id, call.memberId) && "memberId",
    mayExist && differs(known.category_id, call.categoryId) && "categoryId",
  ].filter(Boolean);
  if (difference.length === 0) return;
  throw new JournalError(
    `key: ${JSON.stringify(known.key)} was first used with a different ${difference.join(" and ")}. Use another key for this input.`,
  );
}

/** The fields that help a person to find an input. */
export function inputOf({ member_id, category_id, udfs, name }: Row) {
  return {
    ...(member_id !== null && { memberId: member_id }),
    ...(category_id !== null && { categoryId: category_id }),
    ...(udfs !== null && { udfs: JSON.parse(udfs) as Record<string, unknown> }),
    ...(name !== null && { name }),
  };
}

/** Records a call, even for a key that was never claimed. */
export function setCreated(file: JournalFile, key: string, callId: string): void {
  file.run(
    `insert into inputs (key, state, call_id) values (?, 'created', ?) on conflict (key)
     do update set state = 'created', owner = null, call_id = excluded.call_id`,
    ...[key, callId],
  );
}

/** Ends a claim, or settles an uncertain call. */
export function setState(
  file: JournalFile,
  key: string,
  { state, callId = null }: { state: Row["state"]; callId?: string | null | undefined },
): void {
  file.run("update inputs set state = ?, owner = null, call_id = ? where key = ?", state, callId, key);
}

/** Binds the journal to the first service that it is used with. */
export function bindService(file: JournalFile, baseUrl: string): void {
  checkService(file, baseUrl);
  file.run("update journal set base_url = ? where base_url is null", baseUrl);
}

export function checkService(file: JournalFile, baseUrl: string): void {
  const found = file.get<{ base_url: string | null }>("select base_url from journal")?.base_url ?? baseUrl;
  if (found !== baseUrl)
    throw notUsable(file.path, `belongs to the service ${found}, not to ${baseUrl}. Use one file per service.`);
}
