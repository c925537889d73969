/** The types, with libraries checked, by each version of TypeScript and with each runtime's own types. */
import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../test/consumer-projects.ts";
import { fails, notApplicable, type Project, type Row } from "../row.ts";
import type { RuntimeName } from "../runtimes.ts";

/** Each with a msw whose own types it accepts: those of 2.10 fail with TypeScript 6, and those of 2.15 with 5.4. */
const versions = { "5.4.5": "2.10.0", "5.9.3": "2.10.0", "6.0.3": "2.15.0", "7.0.2": "2.15.0" };
const resolutions = { nodenext: "NodeNext", bundler: "Bundler" };

/** What a runtime's project compiles, and with what. */
interface RuntimeTypes {
  /** Packages with ambient types. */
  types: string[];
  /** Which of Node's types are installed. The name is that of `node_modules/node-types…`. */
  node?: string;
  lib: string[];
  files: string[];
  /** Compiled with `bundler` only. */
  filesOfBundlers?: string[];
}

const dom = ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"];
const nodeFiles = ["consumer.ts", "streams.ts"];

const nodeTypes = { "20": "20.19.43", "22": "22.20.5", "24": "24.19.2", "26": "26.6.6" };

const typesOf: Partial<Record<RuntimeName, RuntimeTypes>> = {
  "Node 20": { types: ["node"], node: "20", lib: dom, files: nodeFiles },
  "Node 22": { types: ["node"], node: "22", lib: dom, files: nodeFiles },
  "Node 24": { types: ["node"], node: "24", lib: dom, files: nodeFiles },
  "Node 26": { types: ["node"], node: "26", lib: dom, files: nodeFiles },
  // Bun's types contain those of Node.
  Bun: { types: ["bun"], node: "26", lib: dom, files: nodeFiles },
  workerd: { types: ["@cloudflare/workers-types"], lib: ["ES2022"], files: ["worker.ts"] },
  Chromium: { types: [], lib: ["ES2022", "DOM"], files: ["page.ts"], filesOfBundlers: ["page-with-msw.ts"] },
};

/** A project for each msw, with all versions of TypeScript. */
const projects = new Map([...new Set(Object.values(versions))].map((msw) => [msw, projectWith(msw)]));

function projectWith(msw: string): Project {
  const packages = [
    ...Object.keys(versions).map((version) => `${aliasOf(version)}@npm:typescript@${version}`),
    ...Object.entries(nodeTypes).map(([major, version]) => `node-types${major}@npm:@types/node@${version}`),
    ...["@types/bun@1.4.4", "@cloudflare/workers-types@5.20261117.1"],
    ...[`msw@${msw}`, "zod@4.6.7"],
  ];
  return { name: `types-msw-${msw}`, consumers: ["types"], packages };
}

export const typeScriptRows: Row[] = Object.entries(versions).map(([version, msw]) => ({
  name: "typescript",
  title: `TypeScript ${version}, with msw ${msw}`,
  project: projects.get(msw) as Project,
  async attempt(trial) {
    await useNodeTypes(trial.project, typesOf[trial.runtime.name]?.node);
    for (const [moduleResolution, name] of Object.entries(resolutions)) {
      const file = `tsconfig.${trial.runtime.name.replace(" ", "-")}.${moduleResolution}.json`;
      await writeFile(join(trial.project, file), configuration(trial.runtime.name, name));
      await run(process.execPath, [`node_modules/${aliasOf(version)}/bin/tsc`, "--project", file], trial.project);
    }
  },
  exceptions: { Deno: notApplicable("Deno checks types by its own TypeScript."), ...exceptionsOf(version) },
}));

/** Makes `@types/node` those of a version, or removes them: whatever names them then gets these. */
async function useNodeTypes(project: string, major: string | undefined): Promise<void> {
  const types = join(project, "node_modules/@types/node");
  await rm(types, { recursive: true, force: true });
  if (major) await symlink(join(project, "node_modules", `node-types${major}`), types);
}

function configuration(runtime: RuntimeName, resolution: string): string {
  const { types, lib, files: always, filesOfBundlers = [] } = typesOf[runtime] as RuntimeTypes;
  const isBundler = resolution === "Bundler";
  const module = isBundler ? "ESNext" : "NodeNext";
  const files = [...always, ...(isBundler ? filesOfBundlers : [])];
  const compilerOptions = { types, lib, module, moduleResolution: resolution };
  return JSON.stringify({ extends: "./tsconfig.json", compilerOptions, files });
}

function exceptionsOf(version: string): Row["exceptions"] {
  if (version !== "5.4.5") return {};
  const newerNode = fails("The types of Node 26, which are in those of Bun, need TypeScript 5.6.");
  return { "Node 26": newerNode, Bun: newerNode };
}

function aliasOf(version: string): string {
  return `typescript${version.split(".").slice(0, 2).join("")}`;
}
