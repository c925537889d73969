/**
 * Tries the packed packages on runtimes: one flow, and one creation. `npx -y pnpm@12 test:runtimes` tries all, and
 * `test:runtimes "Node 20" Bun` those two. Prints a table, as in docs/support.md. The exit code is 1 when a cell says "no".
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { build, stop as stopBundler } from "esbuild";
import { chooseRuntimes, type Runtime, runOn } from "./runtimes.ts";
import { installConsumer, installTools, packPackages, run } from "./test/consumer-projects.ts";

const wholeFlow = { agents: 4, uploaded: true, status: "completed", hasScore: true, error: 404 };
const attempts: Record<string, (runtime: Runtime) => Promise<boolean>> = { flow: tryFlow, creation: tryCreation };

const chosen = chooseRuntimes(process.argv.slice(2));
const folder = await mkdtemp(join(tmpdir(), "call-analysis-runtimes-"));
const [project, runtimesFolder] = [join(folder, "project"), join(folder, "runtimes")];
try {
  await installTools(
    runtimesFolder,
    chosen.map((runtime) => runtime.package),
  );
  await installConsumer("flow", project, await packPackages(folder));
  const rows = [];
  for (const [name, attempt] of Object.entries(attempts)) rows.push([name, ...(await cellsOf(attempt))]);
  const header = ["", ...chosen.map(({ name, version }) => `${name.replace(/ \d+/, "")} ${version}`)];
  for (const cells of [header, header.map(() => "---"), ...rows]) console.log(`| ${cells.join(" | ")} |`);
  if (rows.flat().includes("no")) process.exitCode = 1;
} finally {
  // Its pipes would keep this process from ending.
  await stopBundler();
  await rm(folder, { recursive: true, force: true });
}

async function cellsOf(attempt: (runtime: Runtime) => Promise<boolean>): Promise<string[]> {
  const cells = [];
  for (const runtime of chosen) {
    const works = await attempt(runtime).catch((error) => void console.error(`${runtime.name}: ${error}`));
    cells.push(works ? "yes" : "no");
  }
  return cells;
}

async function tryFlow(runtime: Runtime): Promise<boolean> {
  const server = await serve(createMockService(), { port: 0 });
  try {
    return isDeepStrictEqual(await call(runtime, "flow.mjs", `${server.url}/v1`), [wholeFlow, wholeFlow]);
  } finally {
    await server.close();
  }
}

/** The service reads the creation and closes the connection, so the client must not send it again. */
async function tryCreation(runtime: Runtime): Promise<boolean> {
  let creations = 0;
  const server = createServer((request) => {
    creations += 1;
    request.resume().once("end", () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const code = await call(runtime, "creation.mjs", `http://127.0.0.1:${port}/v1`).finally(() => server.close());
  return code === "submission_uncertain" && creations === 1;
}

/** Calls a module's default export on a runtime, and returns what it resolves to. */
async function call(runtime: Runtime, module: string, ...parameters: string[]): Promise<unknown> {
  if (runtime.name !== "workerd")
    return JSON.parse(await runOn(runtime, { project, runtimesFolder }, "start.mjs", module, ...parameters));
  // It runs bundles alone. Bundlers for Workers know this condition.
  const outfile = join(project, "dist", module, "bundle.mjs");
  const entryPoints = [join(project, module)];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["workerd"],
    tsconfigRaw: {},
  });
  return JSON.parse(await run(process.execPath, ["workerd.mjs", runtimesFolder, outfile, ...parameters], project));
}
