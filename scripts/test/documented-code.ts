/** The code in documentation: `ts` blocks of Markdown, and `@example`s of doc comments. */
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { compile, root } from "./consumer-projects.ts";

// Inside packages/mock, where everything that examples import is installed.
const parent = join(root, "packages/mock/.documented-code");

/** Values that examples may use without declaring them. */
const prelude = `
declare const apiKey: string, baseUrl: string, memberId: string, categoryId: string, callId: string;
declare const sdk: import("@call-analysis/sdk").CallAnalysis;
declare const token: import("@call-analysis/sdk").ResumeToken;
declare const input: import("@call-analysis/sdk").AnalyzeFileInput;
declare const inputs: Iterable<import("@call-analysis/sdk/batch").BatchInput>;
declare const findCallOf: (audioUrl: string) => Promise<string | null>;
declare const journal: import("@call-analysis/sdk").Journal;
declare const connect: () => import("@call-analysis/sdk").Journal;
declare const service: import("@call-analysis/mock").MockService;
declare const sessions: { userOf(request: Request): Promise<{ userId: string } | null> };
declare const store: { save(token: import("@call-analysis/sdk").ResumeToken): Promise<void> };
`;

/** Names that examples may use without importing them, and where they come from. */
const imports = {
  CallAnalysis: "@call-analysis/sdk",
  createValidator: "@call-analysis/sdk/schemas",
  createMockService: "@call-analysis/mock",
  createHandlers: "@call-analysis/mock/msw",
  setupServer: "msw/node",
  analyzeFiles: "@call-analysis/sdk/batch",
  openTelemetry: "@call-analysis/sdk/otel",
  fromPath: "@call-analysis/sdk/node",
  fileJournal: "@call-analysis/sdk/node",
  journalCases: "@call-analysis/sdk/journal-conformance",
  test: "vitest",
  spool: "@call-analysis/sdk/node",
  createServer: "node:http",
  matches: "../../src/rules/match.js",
};

/** The settings of the repository, but for what examples leave out, and with the packages as they are built. */
const tsconfig = {
  extends: join(root, "tsconfig.json"),
  compilerOptions: {
    noUnusedLocals: false,
    noUncheckedIndexedAccess: false,
    // What is installed for the client alone.
    paths: Object.fromEntries(
      ["@hono/node-server", "@opentelemetry/api"].map((name) => [
        name,
        [join(root, "packages/sdk/node_modules", name)],
      ]),
    ),
  },
  include: ["*.ts"],
};

/** One piece of code and its place. */
export interface DocumentedCode {
  place: string;
  code: string;
}

/** The code in a Markdown file, or in the doc comments of a source file. */
export async function documentedCodeOf(path: string): Promise<DocumentedCode[]> {
  const text = await readFile(path, "utf8");
  const pieces = path.endsWith(".md") ? markdownBlocks(text) : docExamples(text);
  return pieces.map((code, index) => ({ place: `${relative(root, path)}, example ${index + 1}`, code }));
}

function markdownBlocks(text: string): string[] {
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
}

function docExamples(text: string): string[] {
  return [...text.matchAll(/\* @example\n([\s\S]*?)(?=\n\s*\*\/|\n\s*\* @)/g)].map(([, block = ""]) =>
    block.replaceAll(/^\s*\* ?/gm, ""),
  );
}

/** The code in all files that match a pattern, relative to the repository. */
export async function documentedCodeIn(patterns: string[]): Promise<DocumentedCode[]> {
  const paths: string[] = [];
  for await (const path of glob(patterns, { cwd: root })) paths.push(path);
  return (await Promise.all(paths.sort().map((path) => documentedCodeOf(join(root, path))))).flat();
}

/** Compiles each piece as its own module, beside the built packages. Returns what is wrong, with the place of each. */
export async function problemsOf(pieces: DocumentedCode[]): Promise<string[]> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "pieces-"));
  try {
    await Promise.all(pieces.map(({ code }, index) => writeFile(join(folder, `${index}.ts`), moduleOf(code))));
    await writeFile(join(folder, "prelude.d.ts"), prelude);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    const lines = (await compile(folder, "--pretty", "false")).split("\n").filter((line) => line !== "");
    return lines.map((line) => line.replace(/^\S*?(\d+)\.ts\(/, (_, index) => `${pieces[index]?.place} (`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function moduleOf(code: string): string {
  const missing = Object.entries(imports).filter(
    ([name]) => code.includes(name) && !new RegExp(`import[^;]*\\b${name}\\b`).test(code),
  );
  const lines = missing.map(([name, source]) => `import { ${name} } from "${source}";`);
  return `${lines.join("\n")}\n${code}\nexport {};\n`;
}
