import { cp, glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { parse } from "yaml";
import { closeServer, listenLocally } from "../../packages/sdk/test/support/local-server.ts";
import "../browser/global-setup.ts";
import { requiresLongTests } from "../test-requirements.ts";
import { installByPnpm, root, run } from "./consumer-projects.ts";
import { packedTarballs } from "./packed-packages.ts";

/** It installs from the network. */
const tenMinutes = 600_000;
const readManifest = async (path: string) => JSON.parse(await readFile(path, "utf8"));
const testable: string[] = [];
for await (const path of glob("examples/*/package.json", { cwd: root })) {
  if ((await readManifest(join(root, path))).scripts?.test) testable.push(basename(dirname(path)));
}
testable.sort();
// The Node that runs this test: examples in TypeScript need 22.18, and vitest 5 needs 22.12.
const environment: NodeJS.ProcessEnv = {
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  NEXT_TELEMETRY_DISABLED: "1",
  // Some open a page.
  CHROME_PATH: inject("browser"),
};

let folder: string;
let tarballs: string[];

// One folder beside the other, as in the repository: some share a recording.
describe.concurrent("examples in their own folder, with the packed packages", requiresLongTests, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "call-analysis-examples-"));
    tarballs = await packedTarballs();
    await cp(join(root, "examples/quickstart/recordings"), join(folder, "quickstart/recordings"), { recursive: true });
  });

  afterAll(() => rm(folder, { recursive: true }));

  test.for(testable)("%s passes its tests", { timeout: tenMinutes }, async (name) => {
    const project = join(folder, name);
    const filter = (path: string) => !["node_modules", ".next"].includes(basename(path));
    await cp(join(root, "examples", name), project, { recursive: true, filter });
    await usePackedPackages(join(project, "package.json"));
    // The fake depends on the client, which would be looked for on the registry.
    await installByPnpm(project, { "@call-analysis/sdk": `file:${tarballOf("@call-analysis/sdk")}` });
    const [APP_PORT, MOCK_PORT] = await freePorts();
    await run("npm", ["test"], project, { ...environment, APP_PORT, MOCK_PORT });
  });
});

/** Two ports that nobody uses at this moment. */
async function freePorts(): Promise<string[]> {
  const servers = [createServer(), createServer()];
  const origins = await Promise.all(servers.map(listenLocally));
  await Promise.all(servers.map(closeServer));
  return origins.map((origin) => new URL(origin).port);
}

/** Puts tarballs in place of the workspace's packages, and versions in place of those of the catalogue. */
async function usePackedPackages(path: string): Promise<void> {
  const { catalog } = parse(await readFile(join(root, "pnpm-workspace.yaml"), "utf8"));
  const manifest = await readManifest(path);
  for (const dependencies of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}]) {
    for (const [name, version] of Object.entries(dependencies)) {
      if (version === "catalog:") dependencies[name] = catalog[name];
      if (version === "workspace:*") dependencies[name] = `file:${tarballOf(name)}`;
    }
  }
  await writeFile(path, JSON.stringify(manifest));
}

function tarballOf(name: string): string {
  const found = tarballs.find((path) => basename(path).startsWith(name.replace("@", "").replace("/", "-")));
  if (!found) throw new Error(`${name} is not packed.`);
  return found;
}
