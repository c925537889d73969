/** What the import says on the screen, and the text of the file. */
import { extname } from "node:path";
import { stringify } from "yaml";
import { wrapped } from "../help.js";
import { SeedFileError } from "../seed-file/seed-file-error.js";
import { unknownName } from "./known-part.js";
import { amount } from "./problems.js";
import type { ReadOrganization } from "./read-organization.js";

/** What is said when the file exists. */
export function existsText(out: string): string {
  return `${out} exists already: remove it, or choose another --out.`;
}

/** What is said when the file was written. */
export function writtenText({ agents, categories }: ReadOrganization["data"], out: string): string {
  return `Wrote ${out} with ${amount(agents.length, "agent")} and ${amount(categories.length, "category", "categories")}.`;
}

/** Fields that were left out without having been expected. */
export function leftOutText(leftOut: readonly string[]): string {
  const fields = leftOut.join(", ");
  const unknown = fields.includes(unknownName)
    ? ` ${unknownName} stands for names that the specification does not have.`
    : "";
  return `Left out, because a seed file has no such fields, or they had no value of the right type: ${fields}.${unknown}`;
}

/** Why a run failed. */
export function failureText(error: unknown, out: string): string {
  // Its lines name the places in the file that was written.
  if (error instanceof SeedFileError) {
    const places = error.message.replaceAll(/ too: ".*"$/gm, " too");
    return `The file is written, and cannot be used as it is: change these places in it. ${places}`;
  }
  if (Object(error).code === "EEXIST") return existsText(out);
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `Nothing was written. ${line.replace(/\.?$/, ".")}`;
}

/** Columns of a comment, after its sign. */
const width = 78;

/** The file, with where it comes from as a comment: of YAML, or in the field `$comment` of JSON. */
export function seedText(data: ReadOrganization["data"], { out, baseUrl }: { out: string; baseUrl: string }): string {
  const head = `Agents and categories of the organization at ${baseUrl}, by call-analysis-mock import.`;
  if (extname(out).toLowerCase() === ".json") return `${JSON.stringify({ $comment: head, ...data }, null, 2)}\n`;
  const lines = wrapped(head, width).map((line) => `# ${line}\n`);
  return `${lines.join("")}${stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" })}`;
}
