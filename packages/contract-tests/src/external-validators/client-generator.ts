/**
 * Tries the OpenAPI documents with a tool that this project did not write: @hey-api/openapi-ts generates a client of each
 * interface. They must compile, and go through the whole sequence against the fake over HTTP.
 */
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { installPackages } from "./install.ts";

const programTimeoutMs = 120_000;
const root = fileURLToPath(new URL("../../../../", import.meta.url));

// The tool's newest peer, TypeScript 7, has no compiler interface.
const installation = installPackages("@hey-api/openapi-ts@0.99.0", "typescript@5.9.3");
if (installation === undefined)
  console.log("Documents: skipped, because @hey-api/openapi-ts cannot be installed here.");
else await tryGeneratedClients(installation);

/** @throws {Error} with what a program printed, when the documents cannot be used */
async function tryGeneratedClients(installation: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "call-analysis-document-"));
  try {
    await generateClients(installation, folder);
    await compileSequence(folder);
    await goThroughSequence(folder);
    console.log(
      "Documents: a generated client of each type-checks; the whole sequence succeeds, `addProspect` included.",
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function generateClients(installation: string, folder: string): Promise<void> {
  const jobs = ["external", "campaigns"].map((name) => ({
    input: join(root, `openapi/${name}.yaml`),
    output: { path: join(folder, "generated", name), importFileExtension: ".js" },
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
  }));
  await writeFile(join(folder, "openapi-ts.config.mjs"), `export default ${JSON.stringify(jobs)};`);
  await run(folder, [join(installation, "node_modules/@hey-api/openapi-ts/bin/run.js")]);
}

async function compileSequence(folder: string): Promise<void> {
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
  await copyFile(join(root, "packages/contract-tests/clients/sequence.ts"), join(folder, "sequence.ts"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  await run(folder, [require.resolve("typescript/bin/tsc"), "-p", folder]);
}

async function goThroughSequence(folder: string): Promise<void> {
  const service = createMockService();
  const server = await serve(service, { port: 0 });
  try {
    const { baseUrl: BASE_URL, campaignBaseUrl: CAMPAIGN_BASE_URL, apiKey: API_KEY } = service.clientOptions();
    const CAMPAIGN_ID = service.db.campaigns.list()[0]?.id;
    await run(folder, [join(folder, "compiled/sequence.js")], { BASE_URL, CAMPAIGN_BASE_URL, API_KEY, CAMPAIGN_ID });
  } finally {
    await server.close();
  }
}

/** Runs a program of JavaScript. @throws {Error} when it fails, with what it printed */
async function run(folder: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<void> {
  const options = { cwd: folder, env: { ...process.env, ...variables }, timeout: programTimeoutMs };
  await promisify(execFile)(process.execPath, args, options);
}
