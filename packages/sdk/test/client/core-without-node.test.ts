import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../../src");

test("nothing that the main entry, batches, the proxy or the schemas reach imports Node's modules or mentions its globals, except runtime.ts", async () => {
  for (const [name, code] of await core()) {
    expect([name, ...(code.match(/(?<!typeof )(?:from|import|require)\s*\(?\s*"node:[^"]*"/g) ?? [])]).toEqual([name]);
    if (name === "runtime.ts") continue;
    expect([name, ...(code.match(/\bprocess\b|\bBuffer\b|\brequire\b/g) ?? [])]).toEqual([name]);
  }
});

test("the main entry loads without any global of a runtime: it looks them up when it is used", async () => {
  const entryPoints = [join(source, "index.ts")];
  const options = { bundle: true, format: "iife", globalName: "sdk", platform: "neutral", write: false } as const;
  const { outputFiles } = await build({ entryPoints, ...options, tsconfigRaw: {} });
  const realm = createContext({});
  runInContext(outputFiles[0]?.text ?? "", realm);
  expect(runInContext("typeof sdk.CallAnalysis", realm)).toBe("function");
});

test("the main entry reaches no zod", async () => {
  for (const [name, code] of await core("index.ts")) expect([name, code.includes('"zod')]).toEqual([name, false]);
});

/** The modules that entry points reach, without their comments, by path. */
async function core(...entries: string[]): Promise<Map<string, string>> {
  const open = entries.length > 0 ? entries : ["index.ts", "batch.ts", "proxy.ts", "contract/schemas.ts"];
  const reached = new Map<string, string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    const code = withoutComments(await readFile(join(source, name), "utf8"));
    reached.set(name, code);
    open.push(...importsOf(name, code));
  }
  return reached;
}

function importsOf(name: string, code: string): string[] {
  const specifiers = code.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)\.js"/g);
  return [...specifiers].map(([, path]) => relative(source, join(source, dirname(name), `${path}.ts`)));
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}
