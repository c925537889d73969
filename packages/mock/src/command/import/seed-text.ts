/** The text of an imported seed file: its data, and what a reader must know before. */
import { extname } from "node:path";
import { stringify } from "yaml";
import type { SeedData } from "../../scenarios/seed-schema.js";
import { wrapped } from "../help.js";

/** Columns of a comment, after its sign. */
const width = 78;

/** The file, with its head as a comment: of YAML, or in the field `$comment` of JSON. */
export function seedText(data: SeedData, { out, head }: { out: string; head: string }): string {
  if (extname(out).toLowerCase() === ".json") return `${JSON.stringify({ $comment: head, ...data }, null, 2)}\n`;
  const lines = wrapped(head, width).map((line) => `# ${line}\n`);
  return `${lines.join("")}${stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" })}`;
}

/** Things as a sentence lists them. */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/** A number of things. */
export function amount(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
