/** A tool that sends requests as the documents' examples show them. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type DocumentTool,
  importInstalled,
  installedFile,
  interfaceFiles,
  runProgram,
  withDemo,
} from "./document-tool.ts";

const newmanVersion = "6.2.2";

export const requestsFromExamples: DocumentTool = {
  name: "openapi-to-postmanv2",
  version: "6.3.3",
  beside: [`newman@${newmanVersion}`],
  trial: `makes a Postman collection of each interface, which newman ${newmanVersion} sends to a fresh demo`,
  run: ({ installation, folder }) =>
    withDemo(async ({ baseUrl, campaignBaseUrl, apiKey }) => {
      const baseUrls = { external: baseUrl, campaigns: campaignBaseUrl };
      let count = 0;
      for (const [name, file] of Object.entries(interfaceFiles)) {
        const [collection, report] = [join(folder, `${name}.json`), join(folder, `${name}.report.json`)];
        await writeFile(collection, JSON.stringify(await collectionOf(installation, file)));
        const variables = { baseUrl: Reflect.get(baseUrls, name), bearerToken: apiKey };
        const options = Object.entries(variables).flatMap(([key, value]) => ["--env-var", `${key}=${value}`]);
        const output = ["--reporters", "json", "--reporter-json-export", report];
        const program = installedFile(installation, "newman/bin/newman.js");
        await runProgram([program, "run", collection, ...options, ...output], { cwd: folder });
        count += successesIn(JSON.parse(await readFile(report, "utf8")));
      }
      return `${count} requests, all successful`;
    }),
};

async function collectionOf(installation: string, file: string): Promise<object> {
  const { default: converter } = await importInstalled(installation, "openapi-to-postmanv2");
  const input = { type: "string", data: await readFile(file, "utf8") };
  return new Promise((resolve, reject) => {
    converter.convertV2(input, { parametersResolution: "Example" }, (error: unknown, conversion: Conversion) => {
      if (conversion?.result) resolve(conversion.output[0].data);
      else reject(error ?? new Error(conversion.reason));
    });
  });
}

interface Conversion {
  result: boolean;
  reason?: string;
  output: [{ data: object }];
}

/** The part of newman's report that says how each request ended. */
interface NewmanReport {
  run: { executions: { item: { name: string }; response?: { code: number } }[] };
}

/** How many requests of a run succeeded. @throws {Error} when one did not, or there was none */
function successesIn({ run: { executions } }: NewmanReport): number {
  const failed = executions.filter(({ response }) => response === undefined || response.code >= 300);
  const texts = failed.map(({ item, response }) => `${item.name}: ${response?.code ?? "no response"}`);
  if (texts.length > 0 || executions.length === 0) throw new Error(texts.join(", ") || "There was no request.");
  return executions.length;
}
