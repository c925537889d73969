/**
 * Tries the OpenAPI documents with tools that this project did not write: linters, a generator of clients, and one that
 * sends the examples. The results are a table of `openapi/README.md`, which must say what happens here. With
 * `UPDATE_README=1` the table is written instead.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DocumentTool, documentFile } from "./document-tools/document-tool.ts";
import { generatedClient } from "./document-tools/generated-client.ts";
import { linters } from "./document-tools/linters.ts";
import { requestsFromExamples } from "./document-tools/requests-from-examples.ts";
import { installValidator } from "./install.ts";

const readmeFile = documentFile("README.md");
const markers = { start: "<!-- tools: start -->\n", end: "<!-- tools: end -->" };
const header = "| tool | version | what is tried | result |\n| --- | --- | --- | --- |\n";

process.exitCode = await tryTools([...linters, generatedClient, requestsFromExamples]);

async function tryTools(tools: readonly DocumentTool[]): Promise<number> {
  const readme = await readFile(readmeFile, "utf8");
  const rows: string[] = [];
  let failures = 0;
  for (const tool of tools) {
    const outcome = await outcomeOf(tool);
    if (outcome.kind === "failed") failures += 1;
    console.log(`Documents: ${tool.name} ${tool.version}: ${outcome.text}`);
    rows.push(outcome.kind === "skipped" ? committedRow(readme, tool) : rowOf(tool, outcome.text));
  }
  if (failures > 0) return 1;
  return writeOrCompare(readme, header + rows.join(""));
}

interface Outcome {
  kind: "passed" | "failed" | "skipped";
  text: string;
}

async function outcomeOf({ name, version, beside, run }: DocumentTool): Promise<Outcome> {
  const installation = installValidator(name, version, { beside });
  if (installation === undefined) return { kind: "skipped", text: "skipped, because it cannot be installed here." };
  const folder = await mkdtemp(join(tmpdir(), "call-analysis-document-"));
  try {
    return { kind: "passed", text: await run({ installation, folder }) };
  } catch (error) {
    return { kind: "failed", text: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function rowOf({ name, version, trial }: DocumentTool, result: string): string {
  return `| \`${name}\` | ${version} | ${trial} | ${result} |\n`;
}

/** The row of a tool that did not run here stays as it is. */
function committedRow(readme: string, { name }: DocumentTool): string {
  const row = readme.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
  return row === undefined ? "" : `${row}\n`;
}

async function writeOrCompare(readme: string, table: string): Promise<number> {
  const [before = "", rest = ""] = readme.split(markers.start);
  const [present = "", after = ""] = rest.split(markers.end);
  if (process.env.UPDATE_README !== undefined) {
    await writeFile(readmeFile, before + markers.start + table + markers.end + after);
    return 0;
  }
  if (present === table) return 0;
  console.log("Documents: openapi/README.md has another table. Run this again with UPDATE_README=1.");
  return 1;
}
