import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../../src");

test("nothing that the main entry, the proxy or the schemas reach imports a module of Node's", async () => {
  for (const [name, code] of await core()) {
    expect([name, ...(code.match(/(?:from|import|require)\s*\(?\s*"node:[^"]*"/g) ?? [])]).toEqual([name]);
  }
});

test("nothing that they reach mentions process, Buffer or require, except runtime.ts", async () => {
  for (const [name, code] of await core()) {
    if (name === "runtime.ts") continue;
    expect([name, ...(code.match(/\bprocess\b|\bBuffer\b|\brequire\b/g) ?? [])]).toEqual([name]);
  }
});

test("runtime.ts reads globals only when it is called", async () => {
  const code = (await core()).get("runtime.ts") ?? "";
  const topLevel = code.split("\n").filter((line) => /^(const|let)\b/.test(line));
  expect(topLevel).toEqual(["const globals = globalThis as Globals;"]);
});

test("the main entry reaches no zod", async () => {
  for (const [name, code] of await core("index.ts")) expect([name, code.includes('"zod')]).toEqual([name, false]);
});

/** The modules that entry points reach, without their comments, by path. */
async function core(...entries: string[]): Promise<Map<string, string>> {
  const open = entries.length > 0 ? entries : ["index.ts", "proxy.ts", "contract/schemas.ts"];
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
