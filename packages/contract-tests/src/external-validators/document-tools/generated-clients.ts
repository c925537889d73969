/** Tools that generate code. Their clients go through the whole sequence against the fake over HTTP. */
import { existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
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

const result = "type-checks; the whole sequence succeeds, `addProspect` included";

const heyApi: DocumentTool = {
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
      await goThroughSequence("hey-api", { folder, demo });
      return result;
    }),
};

const orval: DocumentTool = {
  name: "orval",
  version: "8.33.0",
  trial: "generates a client of each interface, which goes through the sequence",
  run: ({ installation, folder }) =>
    withDemo(async (demo) => {
      const baseUrls = { external: demo.baseUrl, campaigns: demo.campaignBaseUrl };
      const jobs = Object.entries(interfaceFiles).map(([name, input]) => {
        const target = join(folder, `generated/${name}.ts`);
        const baseUrl = Reflect.get(baseUrls, name);
        return [name, { input, output: { target, baseUrl, client: "fetch", mode: "single" } }];
      });
      const config = join(folder, "orval.config.mjs");
      await writeFile(config, `export default ${JSON.stringify(Object.fromEntries(jobs))};`);
      const program = installedFile(installation, "orval/dist/bin/orval.mjs");
      await runProgram([program, "--config", config, "--fail-on-warnings"], { cwd: folder });
      await goThroughSequence("orval", { folder, demo });
      return result;
    }),
};

const swaggerTypescriptApi: DocumentTool = {
  name: "swagger-typescript-api",
  version: "13.13.0",
  trial: "generates a client of each interface",
  async run({ installation, folder }) {
    const program = installedFile(installation, "swagger-typescript-api/dist/cli.mjs");
    for (const [name, file] of Object.entries(interfaceFiles)) {
      await runProgram([program, "generate", "-p", file, "-o", folder, "-n", `${name}.ts`], { cwd: folder });
    }
    await compile(folder);
    return "type-checks";
  },
};

const openapiZodClient: DocumentTool = {
  name: "openapi-zod-client",
  version: "1.18.3",
  trial: "generates a client of each interface",
  async run({ installation, folder }) {
    const program = installedFile(installation, "openapi-zod-client/bin.js");
    for (const [name, file] of Object.entries(interfaceFiles)) {
      await runProgram([program, file, "-o", join(folder, `${name}.ts`)], { cwd: folder });
    }
    return "generates";
  },
};

const rtkQuery: DocumentTool = {
  name: "@rtk-query/codegen-openapi",
  version: "2.2.0",
  trial: "generates hooks for each interface",
  async run({ installation, folder }) {
    const program = installedFile(installation, "@rtk-query/codegen-openapi/lib/bin/cli.mjs");
    const configuration = { apiFile: "./api.ts", apiImport: "api", hooks: true };
    await writeFile(join(folder, "api.ts"), "");
    for (const [name, schemaFile] of Object.entries(interfaceFiles)) {
      const config = join(folder, `${name}.json`);
      await writeFile(config, JSON.stringify({ ...configuration, schemaFile, outputFile: `./${name}.ts` }));
      await runProgram([program, config], { cwd: folder });
      if (!existsSync(join(folder, `${name}.ts`))) throw new Error(`There is no ${name}.ts.`);
    }
    return "generates";
  },
};

/** Generators of clients. */
export const generators: readonly DocumentTool[] = [heyApi, orval, swaggerTypescriptApi, openapiZodClient, rtkQuery];

/** Compiles a generated client with the sequence, and runs it. */
async function goThroughSequence(
  name: "hey-api" | "orval",
  { folder, demo }: { folder: string; demo: DemoAddress },
): Promise<void> {
  const clients = fileURLToPath(new URL("../../../clients/", import.meta.url));
  for (const file of [`${name}.ts`, "sequence.ts"]) await copyFile(join(clients, file), join(folder, file));
  await compile(folder);
  const { baseUrl, campaignBaseUrl, apiKey, campaignId } = demo;
  const env = { BASE_URL: baseUrl, CAMPAIGN_BASE_URL: campaignBaseUrl, API_KEY: apiKey, CAMPAIGN_ID: campaignId };
  await runProgram([join(folder, `compiled/${name}.js`)], { cwd: folder, env });
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
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  await runProgram([require.resolve("typescript/bin/tsc"), "-p", folder], { cwd: folder });
}
