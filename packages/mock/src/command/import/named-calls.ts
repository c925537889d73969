/** The calls that a command line names: by `--call`, and by the lines of `--calls`. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parsedJson } from "../../core/encoding.js";
import { FlagError } from "../flags.js";
import type { Problem } from "./problems.js";

/** A call, and whatever a line says of it besides. */
export interface NamedCall {
  callId: string;
  /** The id or the e-mail of its agent. */
  memberId?: string;
  categoryId?: string;
}

/** The calls, each once, and the lines that name none. */
export interface NamedCalls {
  calls: NamedCall[];
  problems: Problem[];
}

/** Reads what names calls. @throws {FlagError} when the file cannot be read, or names no call at all */
export async function namedCalls(ids: readonly string[], file: string | undefined): Promise<NamedCalls> {
  if (ids.includes("")) throw new FlagError("--call is empty, and must be the id of a call.");
  const named: NamedCall[] = ids.map((callId) => ({ callId }));
  const problems: Problem[] = [];
  let count = 0;
  for await (const line of file === undefined ? [] : linesOf(file)) {
    count += 1;
    if (line.trim() === "") continue;
    const call = callOf(line);
    if (typeof call === "string") problems.push({ what: `line ${count} of ${file}`, reason: call });
    else named.push(call);
  }
  const calls = new Map<string, NamedCall>();
  // What a line says of a call's agent and category is more than an id alone.
  for (const call of named) calls.set(call.callId, { ...calls.get(call.callId), ...call });
  if (calls.size > 0 || file === undefined) return { calls: [...calls.values()], problems };
  throw new FlagError(
    `--calls: ${file} names no call. Each line must be a JSON object with a callId, as call-analysis analyze --json writes them.`,
  );
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FlagError(`--calls: ${file} cannot be read: ${reason}.`, { cause: error });
  }
}

/** The call of a line, or why there is none. */
function callOf(line: string): NamedCall | string {
  const row = parsedJson(line.replace(/^\uFEFF/, ""));
  if (row === undefined) return "it is not JSON";
  const { callId, memberId, categoryId } = Object(row);
  if (typeof callId !== "string" || callId === "") return "it has no callId";
  return { callId, ...(isText(memberId) && { memberId }), ...(isText(categoryId) && { categoryId }) };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
