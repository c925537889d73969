import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { built, temporaryFolder } from "./support/built.js";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const script = `
const service = createMockService({ progression: { mode: "time", processingMs: 3600000, pendingMs: 3600000 } });
const ask = (method, path, body) =>
  service.fetch(service.addresses.baseUrl + path, { method, headers: { authorization: "Bearer test-key" }, body })
    .then((response) => response.json());
const [{ id: memberId }] = (await ask("GET", "/agents")).data;
const [{ id: categoryId }] = (await ask("GET", "/categories")).data;
const audio_url = "https://recordings.example.com/a.wav";
const { data } = await ask("POST", "/calls", JSON.stringify({ memberId, categoryId, audio_url }));
const status = (await ask("GET", "/calls/" + data.callId + "/analysis")).data.status;
`;

test("a process that makes a service and calls that are under way ends by itself", async () => {
  await built("index", folder);
  const path = join(folder, "script.mjs");
  writeFileSync(path, `import { createMockService } from "./index.mjs";\n${script}\nconsole.log(status);\n`);
  expect(execFileSync(process.execPath, [path], { encoding: "utf8", timeout: 120_000 })).toBe("processing\n");
});

/** What a page and every runtime have, and nothing of Node's. */
const globalNames =
  "AbortController AbortSignal Blob Event EventTarget File FormData Headers ReadableStream Request Response " +
  "TextDecoder TextEncoder TransformStream URL URLSearchParams clearTimeout crypto performance setTimeout";
const webGlobals = Object.fromEntries(globalNames.split(" ").map((name) => [name, Reflect.get(globalThis, name)]));

test("the main entry runs with what a page has alone: it needs neither Node nor msw", async () => {
  // For a browser, esbuild finds no module of Node.
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    tsconfig: fileURLToPath(new URL("../../../tsconfig.json", import.meta.url)),
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "iife",
    globalName: "mock",
    logLevel: "silent",
  });
  expect(Object.keys(metafile.inputs).filter((path) => path.includes("/msw/"))).toEqual([]);
  const context = createContext({ ...webGlobals });
  const program = `${outputFiles[0]?.text}; (async () => { const { createMockService } = mock; ${script} return status; })()`;
  expect(await runInContext(program, context)).toBe("processing");
});

test("the main entry exports the type of each table's rows", () => {
  const textOf = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), "utf8");
  const [tables = ""] = /interface Rows \{[^}]*\}/.exec(textOf("store/rows.ts")) ?? [];
  const types = [...tables.matchAll(/: (\w+);/g)].map(([, type = ""]) => type);
  expect(types.length).toBeGreaterThan(6);
  const missing = types.filter((type) => !new RegExp(`\\b${type}\\b`).test(textOf("index.ts")));
  expect(missing, "Export these from packages/mock/src/index.ts.").toEqual([]);
});
