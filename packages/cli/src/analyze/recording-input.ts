/** One recording to analyse, and what it is known by: its bytes, the fields of its call, and the pass. */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { ReadableStream } from "node:stream/web";
import type { BatchInput } from "@call-analysis/sdk/batch";
import { UsageError } from "../errors.js";
import { canonicalDate } from "./canonical-date.js";
import type { Recording } from "./recordings.js";

/** What the call of a recording is created with. */
export interface CallFields {
  /** The agent's id in the list of agents. */
  memberId: string;
  categoryId: string;
  udfs?: Record<string, string>;
  date?: string;
}

/** A recording with the fields of its call. */
export interface RecordingInput extends Recording {
  fields: CallFields;
  /** A recording that was analysed is analysed once more in another pass. */
  pass: string | undefined;
}

/** What a recording is known by. */
export interface Identity {
  /** Its key in the journal. */
  key: string;
  /** What the file system says of the file whose bytes these are. */
  stamp: string;
}

/** A file that somebody is writing. The next run takes it. */
export class FileChangedError extends Error {
  override readonly name = "FileChangedError";
  readonly code = "file_changed";

  constructor(name: string) {
    super(`${name} was changed while it was read. Run the same command again when its writer has finished.`);
  }
}

/** Reads a recording. @throws {FileChangedError} {@link UsageError} when it cannot be read */
export async function identify({ path, name, fields, pass }: RecordingInput): Promise<Identity> {
  const hash = createHash("sha256");
  const stamp = await read(path, { name, onBytes: (bytes) => hash.update(bytes) }).catch((cause: unknown) => {
    if (cause instanceof FileChangedError) throw cause;
    throw new UsageError(`${name} cannot be read: ${(cause as Error).message}`, { cause });
  });
  return { key: keyOf(hash.digest("hex"), fields, pass), stamp };
}

/**
 * The same for equal bytes and fields: the name and the folder of the file are not in it. Without a pass it is the key that a
 * batch of the client makes, so that the command finds the calls of a program's journal, and a program those of the command.
 */
function keyOf(digest: string, { udfs, date, ...fields }: CallFields, pass: string | undefined): string {
  const call = {
    ...fields,
    ...(date !== undefined && { date: canonicalDate(date) }),
    ...(udfs && { udfs: sorted(udfs) }),
  };
  const what = `${digest} ${JSON.stringify(sorted(call))}`;
  return createHash("sha256")
    .update(pass === undefined ? what : `${what} ${JSON.stringify({ pass })}`)
    .digest("hex");
}

function sorted(fields: object): object {
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The input of the client's batch. What it sends are the bytes of the key, or nothing. */
export function batchInput({ path, name, sizeBytes, fields }: RecordingInput, { key, stamp }: Identity): BatchInput {
  async function* bytes() {
    const file = await open(path);
    try {
      if ((await stampOf(file)) !== stamp) throw new FileChangedError(name);
      yield* file.createReadStream({ autoClose: false });
      if ((await stampOf(file)) !== stamp) throw new FileChangedError(name);
    } finally {
      await file.close();
    }
  }
  const file = { sizeBytes, open: () => ReadableStream.from<Uint8Array>(bytes()) };
  return { file, filename: basename(path), key, ...fields };
}

async function read(
  path: string,
  { name, onBytes }: { name: string; onBytes: (bytes: Uint8Array) => void },
): Promise<string> {
  const file = await open(path);
  try {
    const stamp = await stampOf(file);
    for await (const bytes of file.createReadStream({ autoClose: false })) onBytes(bytes);
    if ((await stampOf(file)) !== stamp) throw new FileChangedError(name);
    return stamp;
  } finally {
    await file.close();
  }
}

/** Whatever is written to a file changes its size or its times. */
async function stampOf(file: FileHandle): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}
