/** The code in documentation: `ts` blocks of Markdown, and `@example`s of doc comments. */
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import ts from "typescript";
import { root } from "./consumer-projects.ts";

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

/** Compiles each piece as its own module. Returns what is wrong, with the place of each. */
export async function problemsOf(pieces: DocumentedCode[]): Promise<string[]> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "pieces-"));
  try {
    const paths = pieces.map((_, index) => join(folder, `example-${index}.ts`));
    await Promise.all(pieces.map(({ code }, index) => writeFile(paths[index] ?? "", moduleOf(code))));
    await writeFile(join(folder, "prelude.d.ts"), prelude);
    const program = ts.createProgram([join(folder, "prelude.d.ts"), ...paths], compilerOptions());
    return pieces.flatMap(({ place }, index) => {
      const file = program.getSourceFile(paths[index] ?? "");
      // The pieces alone: `tsc` would check the sources that they import, as the type check of the repository does.
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      return found.map(({ messageText }) => `${place}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Those of the repository, but for what examples leave out. */
function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ["vitest.config.ts"] },
    ts.sys,
    root,
  );
  // What is installed for the client alone.
  const paths = {
    ...options.paths,
    "@hono/node-server": [join(root, "packages/sdk/node_modules/@hono/node-server")],
    "@opentelemetry/api": [join(root, "packages/sdk/node_modules/@opentelemetry/api")],
  };
  return { ...options, paths, noEmit: true, noUnusedLocals: false, noUncheckedIndexedAccess: false, types: ["node"] };
}

function moduleOf(code: string): string {
  const missing = Object.entries(imports).filter(
    ([name]) => code.includes(name) && !new RegExp(`import[^;]*\\b${name}\\b`).test(code),
  );
  const lines = missing.map(([name, source]) => `import { ${name} } from "${source}";`);
  return `${lines.join("\n")}\n${code}\nexport {};\n`;
}
