/**
 * Tries the OpenAPI documents with tools that this project did not write: linters, a generator of clients, and one that
 * sends the examples. Prints a line for each, and fails when a tool does not take the documents.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocumentTool } from "./document-tools/document-tool.ts";
import { generatedClient } from "./document-tools/generated-client.ts";
import { linters } from "./document-tools/linters.ts";
import { requestsFromExamples } from "./document-tools/requests-from-examples.ts";
import { installValidator } from "./install.ts";

for (const tool of [...linters, generatedClient, requestsFromExamples]) {
  console.log(`Documents: ${tool.name} ${tool.version} ${tool.trial}: ${await resultOf(tool)}`);
}

/** What a tool says to the documents. When it does not take them, the run fails. */
async function resultOf({ name, version, beside, run }: DocumentTool): Promise<string> {
  const installation = installValidator(name, version, { beside });
  if (installation === undefined) return "skipped, because it cannot be installed here.";
  const folder = await mkdtemp(join(tmpdir(), "call-analysis-document-"));
  try {
    return await run({ installation, folder });
  } catch (error) {
    process.exitCode = 1;
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(folder, { recursive: true });
  }
}
