/** The code in documentation: `ts` blocks of Markdown, and `@example`s of doc comments. */
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { root } from "./consumer-projects.ts";

/** One piece of code and its place. */
export interface DocumentedCode {
  place: string;
  code: string;
}

/** The code in a Markdown file, or in the doc comments of a source file. */
export async function documentedCodeOf(path: string): Promise<DocumentedCode[]> {
  const text = await readFile(path, "utf8");
  const pieces = path.endsWith(".md") ? markdownBlocks(text) : docExamples(text);
  return pieces.map((code, index) => ({ place: `${relative(root, path)}, example ${index + 1}`, code }));
}

function markdownBlocks(text: string): string[] {
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
}

function docExamples(text: string): string[] {
  return [...text.matchAll(/\* @example\n([\s\S]*?)(?=\n\s*\*\/|\n\s*\* @)/g)].map(([, block = ""]) =>
    block.replaceAll(/^\s*\* ?/gm, ""),
  );
}
