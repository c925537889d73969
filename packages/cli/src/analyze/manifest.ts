/** A CSV file with a row for each recording: which file it is, and the fields of its call. */
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { readCsvFile, refuseFaults } from "../csv-file.js";
import { CommandError, usageError } from "../errors.js";
import { nearestName } from "../nearest-name.js";
import type { Session } from "../session.js";
import { parseDate } from "./call-date.js";
import type { AnalyzeFlags } from "./flags.js";
import { callFields, type RecordingInput } from "./recording-input.js";
import { nameOf, nearestBeside, type Recording } from "./recordings.js";
import { idOf, readNames, type ServiceNames } from "./service-names.js";

const columns = ["file", "member", "category", "date"];
const udfPrefix = "udf.";
const flag = "--manifest";

/**
 * The recordings of a manifest, in the order of its rows. Paths are relative to the manifest.
 *
 * @throws {CommandError} that lists whatever is wrong in any row, before anything is uploaded
 */
export async function readManifest(name: string, session: Session<AnalyzeFlags>): Promise<RecordingInput[]> {
  const { client, flags: defaults, context } = session;
  const { cwd } = context;
  const { titles, rows } = await readCsvFile(name, { flag, cwd, required: ["file"] });
  const unknown = titles.find(
    (title) => !columns.includes(title) && !(title.startsWith(udfPrefix) && title !== udfPrefix),
  );
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, columns) ?? `${udfPrefix}${unknown}`;
    throw usageError(`${flag}: ${name} has the column "${unknown}". Nothing was sent.`, {
      hint: `Did you mean ${nearest}? Known are ${columns.join(", ")} and udf.NAME.`,
    });
  }
  const names = await readNames(client);
  const folder = dirname(resolve(cwd, name));
  const inputs: RecordingInput[] = [];
  const faults: string[] = [];
  for (const { row, cells } of rows) {
    /** Notes what is wrong, so that all of it is told at once. */
    const tried = async <T>(read: () => T | Promise<T>): Promise<T | undefined> => {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof CommandError || error instanceof InvalidArgumentError)) throw error;
        const { message, hint = "" } = error as CommandError;
        faults.push(`row ${row}: ${message} ${hint}`.trim());
        return undefined;
      }
    };
    const input = await readRow(cells, { folder, cwd, defaults, names, tried });
    if (input) inputs.push(input);
  }
  refuseFaults(faults, { name, flag });
  return inputs;
}

interface RowOptions {
  /** Paths are relative to it. */
  folder: string;
  cwd: string;
  /** They fill in what a row leaves empty. */
  defaults: AnalyzeFlags;
  names: ServiceNames;
  tried: <T>(read: () => T | Promise<T>) => Promise<T | undefined>;
}

async function readRow(
  cells: Readonly<Record<string, string>>,
  { folder, cwd, defaults, names, tried }: RowOptions,
): Promise<RecordingInput | undefined> {
  const needed = (column: "member" | "category") => {
    const text = cells[column] || defaults[column];
    if (text) return text;
    throw usageError(`${column} is missing. Fill it in, or pass --${column} for all rows.`);
  };
  const file = await tried(() => fileOf(cells.file ?? "", { folder, cwd }));
  const memberId = await tried(() => idOf("agent", needed("member"), { names, what: "member" }));
  const categoryId = await tried(() => idOf("category", needed("category"), { names, what: "category" }));
  const date = await tried(() => (cells.date ? parseDate(cells.date) : defaults.date));
  const own = Object.entries(cells).filter(([title, cell]) => title.startsWith(udfPrefix) && cell !== "");
  const udf = {
    ...defaults.udf,
    ...Object.fromEntries(own.map(([title, cell]) => [title.slice(udfPrefix.length), cell])),
  };
  if (!file || memberId === undefined || categoryId === undefined) return undefined;
  return { ...file, fields: callFields({ memberId, categoryId, udf, date }), pass: defaults.pass };
}

async function fileOf(text: string, { folder, cwd }: { folder: string; cwd: string }): Promise<Recording> {
  if (text === "") throw usageError("file is missing.");
  const path = resolve(folder, text);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return { path, name: nameOf(path, cwd), sizeBytes: found.size };
  const nearest = found ? undefined : await nearestBeside(path);
  throw usageError(`file: ${text} is ${found ? "not a regular file" : "not there"}.`, {
    hint: nearest && `Did you mean ${nameOf(nearest, folder)}?`,
  });
}
