/** What the import says on the screen, and in the head of the file. */
import type { SeedData } from "../../scenarios/seed-schema.js";
import { wrapped } from "../help.js";
import { SeedFileError } from "../seed-file/seed-file-error.js";
import type { ImportFlags } from "./import-flags.js";
import { unknownName } from "./known-part.js";
import type { NamedCalls } from "./named-calls.js";
import { FileExistsError } from "./private-file.js";
import type { SeedWithCalls } from "./seed-calls.js";
import { amount, listed } from "./seed-text.js";

/** Columns where nobody says how many there are. */
const width = 80;

/** A sentence for the screen. */
export function screenText(text: string, columns = width): string {
  return `${wrapped(text, columns).join("\n")}\n`;
}

/** A message for stderr: in a terminal in its columns, elsewhere one line, which a program can search. */
export function messageText(text: string, columns = Number.POSITIVE_INFINITY): string {
  const [line = "", ...places] = text.split("\n");
  return [`${screenText(`call-analysis-mock: ${line}`, columns)}`, ...places.map((place) => `${place}\n`)].join("");
}

/** What is said when the file exists. */
export function existsText(out: string): string {
  return `${out} is there already: pass --force to replace it, or another --out.`;
}

/** What is going to be read; with `--texts`, what that means comes first. */
export function readingText({ calls, repeated }: NamedCalls, { baseUrl, texts }: ImportFlags): string {
  const what = listed(["the agents", "the categories", ...(calls.length > 0 ? [amount(calls.length, "call")] : [])]);
  const once =
    repeated > 0 ? ` ${amount(repeated, "call is", "calls are")} named more than once: each is imported once.` : "";
  return `${texts ? `${notAnonymised} ` : ""}Reading ${what} of ${baseUrl}. Nothing is created or changed there.${once}`;
}

/** What is said first of rationales. */
export const notAnonymised =
  "Not anonymised: the file has rationales of calls as the service gave them, and whatever they say about people.";

/** How much was read. */
export function readText({ agents = [], categories = [], calls }: SeedData): string {
  const counts = [amount(agents.length, "agent"), amount(categories.length, "category", "categories")];
  return `Read ${listed([...counts, ...(calls ? [amount(calls.length, "completed call")] : [])])}`;
}

const lookThrough = "What is kept may name people: look through it before you show the file to others.";

/** Texts of a category that say what somebody has thought of. */
const textsOfCategories = [
  "descriptions",
  "purposes of categories",
  "contexts of categories",
  "hints of options",
  "expressions of rules",
];

/** What was read, what was left out, what was invented, and what was kept, in one sentence, and what that means. */
export function contentText(seed: SeedWithCalls, { texts, read }: { texts: boolean; read: SeedData }): string {
  const { drawnAgents, inventedIds, untimedCalls, inventedCategories, rationales } = seed;
  const unplaced = amount(
    rationales.unplaced,
    "rationale whose result or question is",
    "rationales whose result or question is",
  );
  const leftOut = [
    ...(texts ? [] : ["rationales", ...textsOfCategories]),
    ...(rationales.unplaced > 0 ? [`${unplaced} not known`] : []),
    "summaries",
    "observations",
    "extractions",
    "user-defined fields",
    "user ids of agents",
    "pictures of agents",
    "dates of agents",
  ];
  const invented = [
    "names of agents",
    "e-mails of agents",
    ...(inventedIds > 0 ? [`${amount(inventedIds, "id of an agent that has", "ids of agents that have")} an @`] : []),
    "addresses of recordings",
    ...(drawnAgents > 0 ? [`the agent of ${amount(drawnAgents, "call")}, which the service does not tell`] : []),
    ...(untimedCalls > 0 ? [`times or lengths of ${amount(untimedCalls, "call")}, which it does not tell`] : []),
    ...(inventedCategories > 0
      ? [`${amount(inventedCategories, "category", "categories")} for calls that fit none of the list`]
      : []),
  ];
  const kept = [
    inventedIds > 0 ? "all other ids" : "ids",
    "names of categories",
    "icons of categories",
    "names of sections",
    "questions",
    "labels of outcomes",
    "fields to extract with their options",
    "tags",
    "kinds of targets of rules",
    "results",
    "scores",
    "times",
    ...(texts ? textsOfCategories : []),
    ...(texts ? [amount(rationales.taken, "rationale")] : []),
  ];
  return `${readText(read)}; left out ${listed(leftOut)}; invented ${listed(invented)}; kept as they are: ${listed(kept)}. ${lookThrough}`;
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
  if (error instanceof FileExistsError) return existsText(out);
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `Nothing was written. ${line.replace(/\.?$/, ".")}`;
}
