/** What the import says on the screen, and the text of the file. */
import { extname } from "node:path";
import { stringify } from "yaml";
import type { SeedData } from "../../scenarios/seed-schema.js";
import { wrapped } from "../help.js";
import { SeedFileError } from "../seed-file/seed-file-error.js";
import type { ImportFlags } from "./import-flags.js";
import { unknownName } from "./known-part.js";
import type { NamedCalls } from "./named-calls.js";
import { amount, listed } from "./problems.js";

/** What is said when the file exists. */
export function existsText(out: string): string {
  return `${out} is there already: pass --force to replace it, or another --out.`;
}

/** What is going to be read; with `--texts`, what that means comes first. */
export function readingText({ calls }: NamedCalls, { baseUrl, texts }: ImportFlags): string {
  const what = listed(["the agents", "the categories", ...(calls.length > 0 ? [amount(calls.length, "call")] : [])]);
  return `${texts ? `${notAnonymised} ` : ""}Reading ${what} of ${baseUrl}. Nothing is created or changed there.`;
}

/** What is said first of rationales. */
export const notAnonymised =
  "Not anonymised: the file has rationales of calls as the service gave them, and whatever they say about people.";

/** How much was read. */
export function readText({ agents = [], categories = [], calls }: SeedData): string {
  const counts = [amount(agents.length, "agent"), amount(categories.length, "category", "categories")];
  return `Read ${listed([...counts, ...(calls ? [amount(calls.length, "completed call")] : [])])}`;
}

/** What is left out of calls, invented and kept. */
export function contentText(read: SeedData, { texts }: { texts: boolean }): string {
  const leftOut = texts ? "" : ", rationales and the texts of categories";
  const parts = [
    `Left out: summaries, observations, extractions, user-defined fields, user ids, pictures and dates of agents${leftOut}.`,
    "Invented: names and e-mails of agents, ids of agents with an @, addresses of recordings, and the agents, times and categories of calls where the service does not tell them.",
    "What is kept may name people: look through it before you show the file to others.",
  ];
  return `${readText(read)}. ${parts.join(" ")}`;
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

/** The file, with what a reader must know before as a comment: of YAML, or in the field `$comment` of JSON. */
export function seedText(data: SeedData, { out, head }: { out: string; head: string }): string {
  if (extname(out).toLowerCase() === ".json") return `${JSON.stringify({ $comment: head, ...data }, null, 2)}\n`;
  const lines = wrapped(head, width).map((line) => `# ${line}\n`);
  return `${lines.join("")}${stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" })}`;
}
