/** A CSV file with a row for each recording: which file it is, and the fields of its call. */
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type CsvRow, readCsvFile, refuseFaults, requireColumns } from "../csv-file.js";
import { UsageError } from "../errors.js";
import { parseDate } from "../flag-values.js";
import { nearestName } from "../nearest-name.js";
import type { ServiceNames } from "./call-fields.js";
import type { RecordingInput } from "./recording-input.js";
import { nameOf, nearestBeside } from "./recordings.js";

/** What the command line says for the rows that say nothing else. */
export interface CallDefaults {
  member: string | undefined;
  category: string | undefined;
  udf: Record<string, string> | undefined;
  date: string | undefined;
  pass: string | undefined;
}

interface ManifestOptions {
  cwd: string;
  defaults: CallDefaults;
  names: ServiceNames;
}

const columns = ["file", "member", "category", "date"];
const udfColumn = /^udf\.(.+)$/;

/**
 * The recordings of a manifest, in the order of its rows. Paths are relative to the manifest.
 *
 * @throws {UsageError} that lists whatever is wrong in any row, before anything is uploaded
 */
export async function readManifest(name: string, { cwd, defaults, names }: ManifestOptions): Promise<RecordingInput[]> {
  const flag = "--manifest";
  const { titles, rows } = await readCsvFile(name, { flag, cwd });
  requireColumns(titles, { required: ["file"], name, flag });
  for (const title of titles.filter((each) => !columns.includes(each) && !udfColumn.test(each))) {
    const nearest = nearestName(title, columns) ?? `udf.${title}`;
    throw new UsageError(`${flag}: ${name} has the column "${title}". Nothing was sent.`, {
      hint: `Did you mean ${nearest}? Known are ${columns.join(", ")} and udf.NAME.`,
    });
  }
  const folder = dirname(resolve(cwd, name));
  const inputs: RecordingInput[] = [];
  const faults: string[] = [];
  for (const row of rows) {
    const { input, faults: found } = await readRow(row, { folder, cwd, defaults, names });
    faults.push(...found.map((fault) => `row ${row.row}: ${fault}`));
    if (input) inputs.push(input);
  }
  refuseFaults(faults, { name, flag });
  return inputs;
}

async function readRow(
  { cells }: CsvRow,
  { folder, cwd, defaults, names }: ManifestOptions & { folder: string },
): Promise<{ input?: RecordingInput; faults: string[] }> {
  const faults: string[] = [];
  const tried = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UsageError) && (error as { code?: string }).code !== "commander.invalidArgument")
        throw error;
      const { message, hint } = error as UsageError;
      faults.push(hint ? `${message} ${hint}` : message);
      return undefined;
    }
  };
  const needed = (column: "member" | "category") => {
    const text = cells[column] || defaults[column];
    if (!text) throw new UsageError(`${column} is missing. Fill it in, or pass --${column} for all rows.`);
    return text;
  };
  const date = cells.date || defaults.date;
  const file = await tried(() => fileOf(cells.file ?? "", { folder, cwd }));
  const memberId = await tried(async () => names.memberId(needed("member"), { what: "member" }));
  const categoryId = await tried(async () => names.categoryId(needed("category"), { what: "category" }));
  await tried(async () => date !== undefined && parseDate(date));
  if (!file || memberId === undefined || categoryId === undefined || faults.length > 0) return { faults };
  const ofRow = Object.entries(cells).flatMap(([title, cell]) => {
    const [, name] = udfColumn.exec(title) ?? [];
    return name && cell ? [[name, cell] as const] : [];
  });
  const udfs = { ...defaults.udf, ...Object.fromEntries(ofRow) };
  const fields = {
    memberId,
    categoryId,
    ...(Object.keys(udfs).length > 0 && { udfs }),
    ...(date !== undefined && { date }),
  };
  return { input: { ...file, fields, pass: defaults.pass }, faults };
}

async function fileOf(text: string, { folder, cwd }: { folder: string; cwd: string }) {
  if (text === "") throw new UsageError("file is missing.");
  const path = resolve(folder, text);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return { path, name: nameOf(path, cwd), sizeBytes: found.size };
  const nearest = found ? undefined : await nearestBeside(path);
  throw new UsageError(`file: ${text} is ${found ? "not a regular file" : "not there"}.`, {
    hint: nearest && `Did you mean ${nameOf(nearest, folder)}?`,
  });
}
