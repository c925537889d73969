/** A tool that generates code. Its client goes through the whole sequence against the fake over HTTP. */
import { copyFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type DemoAddress,
  type DocumentTool,
  installedFile,
  interfaceFiles,
  runProgram,
  withDemo,
} from "./document-tool.ts";

export const generatedClient: DocumentTool = {
  name: "@hey-api/openapi-ts",
  version: "0.99.0",
  // Its newest peer, TypeScript 7, has no compiler interface.
  beside: ["typescript@5.9.3"],
  trial: "generates a client of each interface, which goes through the sequence",
  run: ({ installation, folder }) =>
    withDemo(async (demo) => {
      const jobs = Object.entries(interfaceFiles).map(([name, input]) => ({
        input,
        output: { path: join(folder, "generated", name), importFileExtension: ".js" },
        plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
      }));
      await writeFile(join(folder, "openapi-ts.config.mjs"), `export default ${JSON.stringify(jobs)};`);
      await runProgram([installedFile(installation, "@hey-api/openapi-ts/bin/run.js")], { cwd: folder });
      await goThroughSequence(folder, demo);
      return "type-checks; the whole sequence succeeds, `addProspect` included";
    }),
};

/** Compiles a generated client with the sequence, and runs it. */
async function goThroughSequence(folder: string, demo: DemoAddress): Promise<void> {
  const clients = fileURLToPath(new URL("../../../clients/", import.meta.url));
  await copyFile(join(clients, "sequence.ts"), join(folder, "sequence.ts"));
  await compile(folder);
  const { baseUrl, campaignBaseUrl, apiKey, campaignId } = demo;
  const env = { BASE_URL: baseUrl, CAMPAIGN_BASE_URL: campaignBaseUrl, API_KEY: apiKey, CAMPAIGN_ID: campaignId };
  await runProgram([join(folder, "compiled/sequence.js")], { cwd: folder, env });
}

async function compile(folder: string): Promise<void> {
  const require = createRequire(import.meta.url);
  const compilerOptions = {
    strict: true,
    target: "es2023",
    module: "nodenext",
    lib: ["es2023", "dom", "dom.iterable"],
    types: ["node"],
    typeRoots: [join(require.resolve("@types/node/package.json"), "../..")],
    outDir: "compiled",
  };
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  await runProgram([require.resolve("typescript/bin/tsc"), "-p", folder], { cwd: folder });
}
