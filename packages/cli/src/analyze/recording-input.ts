/** One recording to analyse, and its identity: its bytes, the fields of its call, and the pass. */
import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { ReadableStream } from "node:stream/web";
import type { BatchInput } from "@call-analysis/sdk/batch";
import { CommandError, hasCode, usageError } from "../errors.js";
import { canonicalDate } from "./call-date.js";
import type { Recording } from "./recordings.js";

/** The fields of a recording's call. */
export interface CallFields {
  /** The agent's id in the list of agents. */
  memberId: string;
  categoryId: string;
  /** Undefined instead of empty, because the fields are part of the key. */
  udfs?: Record<string, string> | undefined;
  date?: string | undefined;
}

/** A recording with the fields of its call. */
export interface RecordingInput extends Recording {
  fields: CallFields;
  /** The name of the pass. In a new pass, an analysed recording is analysed once more. */
  pass: string | undefined;
}

/** The identity of a recording. */
export interface Identity {
  /** Its key in the journal. */
  key: string;
  /** The file's status, as of when its bytes were read. */
  stamp: string;
}

/** Reads a recording. @throws {CommandError} if it cannot be read, or is being written */
export async function identify(input: RecordingInput): Promise<Identity> {
  const digest = createHash("sha256");
  try {
    const stamp = await stampOf(input.path);
    for await (const bytes of bytesOf(input, stamp)) digest.update(bytes);
    return { key: keyOf(digest.digest("hex"), input), stamp };
  } catch (cause) {
    if (hasCode(cause, "file_changed")) throw cause;
    throw usageError(`${input.name} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/**
 * The key of a recording, which is the same for equal bytes and fields. The file's name and folder do not matter.
 * Without a pass, it equals the key of the client's batch, so that the command and a program know each other's calls.
 */
function keyOf(digest: string, { fields: { udfs, date, ...ids }, pass }: RecordingInput): string {
  const call = sorted({ ...ids, date: date && canonicalDate(date), udfs: udfs && sorted(udfs) });
  const parts = [digest, JSON.stringify(call), ...(pass === undefined ? [] : [JSON.stringify({ pass })])];
  return hash("sha256", parts.join(" "));
}

function sorted(fields: object): object {
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The input for the client's batch. It sends exactly the bytes of the key, or fails. */
export function batchInput(recording: RecordingInput & Identity): BatchInput {
  const { path, sizeBytes, fields, key, stamp } = recording;
  const file = { sizeBytes, open: () => ReadableStream.from<Uint8Array>(bytesOf(recording, stamp)) };
  return { file, filename: basename(path), key, ...fields };
}

/** @throws {CommandError} if the file changed before or while it was read */
async function* bytesOf({ path, name }: Recording, stamp: string): AsyncGenerator<Uint8Array> {
  const check = async () => {
    if ((await stampOf(path)) === stamp) return;
    const message = `${name} changed while it was being read. Run the same command again once the file is complete.`;
    throw new CommandError("file_changed", message);
  };
  await check();
  yield* createReadStream(path);
  await check();
}

/** The stamp of a file. Any write changes its size or its times. */
async function stampOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}
