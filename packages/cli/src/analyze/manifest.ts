/** Reads a manifest: a CSV file with a row for each recording, with its file and the fields of its call. */
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type CsvRow, readCsvFile } from "../csv-file.js";
import { usageError } from "../errors.js";
import type { Session } from "../session.js";
import { parseDate } from "./call-date.js";
import type { AnalyzeFlags } from "./flags.js";
import type { RecordingInput } from "./recording-input.js";
import { nameOf, type Recording } from "./recordings.js";
import { idOf, readNames, type ServiceNames } from "./service-names.js";

const udfPrefix = "udf.";

/**
 * The recordings of a manifest, in the order of its rows. Paths are relative to the manifest.
 *
 * @throws {CommandError} that lists the problems of all rows, before anything is uploaded
 */
export async function readManifest(name: string, session: Session<AnalyzeFlags>): Promise<RecordingInput[]> {
  const { client, flags: defaults, context } = session;
  const { cwd } = context;
  const folder = dirname(resolve(cwd, name));
  const isKnown = (title: string) => ["member", "category", "date"].includes(title) || /^udf\../.test(title);
  const further = { names: "member, category, date and udf.NAME", isKnown };
  let names: ServiceNames | undefined;
  const read = async ({ cells, attempt }: CsvRow) => {
    names ??= await readNames(client);
    const known = names;
    const needed = (column: "member" | "category") => {
      const text = cells[column] || defaults[column];
      if (text) return text;
      throw usageError(`${column} is missing. Fill it in, or pass --${column} for all rows.`);
    };
    const { file: path = "" } = cells;
    const recording = path === "" ? undefined : await attempt(() => fileOf(path, { folder, cwd }));
    const memberId = await attempt(() => idOf("agent", needed("member"), { names: known, what: "member" }));
    const categoryId = await attempt(() => idOf("category", needed("category"), { names: known, what: "category" }));
    const date = await attempt(() => (cells.date ? parseDate(cells.date) : defaults.date));
    const filled = Object.entries(cells).filter(([title, cell]) => title.startsWith(udfPrefix) && cell !== "");
    const own = Object.fromEntries(filled.map(([title, cell]) => [title.slice(udfPrefix.length), cell]));
    const udfs = filled.length > 0 ? { ...defaults.udf, ...own } : defaults.udf;
    if (!recording || memberId === undefined || categoryId === undefined) return undefined;
    return { ...recording, fields: { memberId, categoryId, udfs, date }, pass: defaults.pass };
  };
  return (await readCsvFile(name, { flag: "--manifest", cwd, required: ["file"], further, read })).values;
}

async function fileOf(text: string, { folder, cwd }: { folder: string; cwd: string }): Promise<Recording> {
  const path = resolve(folder, text);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return { path, name: nameOf(path, cwd), sizeBytes: found.size };
  throw usageError(`file: ${text} is ${found ? "not a regular file" : "missing"}.`);
}
