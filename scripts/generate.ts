/**
 * Writes the generated files: the bundled document and its types from `openapi/call-analysis.yaml`, and the fake's
 * lists of names from faker.
 * With `--check`, writes nothing, and fails when the committed files differ.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import openapiTS, { astToString, type OpenAPI3, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import { wordsModule, wordsPath } from "./generate-words.ts";
import { withPlainInterfaces } from "./plain-interfaces.ts";

const root = join(import.meta.dirname, "..");
const source = "openapi/call-analysis.yaml";
const target = "packages/sdk/src/contract/generated";

const document = bundle();
const files = {
  [`${target}/openapi.json`]: `${JSON.stringify(document, null, 2)}\n`,
  [`${target}/openapi.ts`]: await types(document),
  [wordsPath]: wordsModule(),
};

if (process.argv.includes("--check")) {
  const stale = Object.entries(files).filter(([path, text]) => text !== committed(path));
  for (const [path] of stale) console.error(`${path} is not what its source gives: run \`npx -y pnpm@12 generate\`.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function bundle(): OpenAPI3 {
  const folder = mkdtempSync(join(tmpdir(), "call-analysis-bundle-"));
  const output = join(folder, "openapi.json");
  try {
    execFileSync("redocly", ["bundle", "--config", "openapi/redocly.yaml", source, "--output", output], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    return JSON.parse(readFileSync(output, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function types(schema: OpenAPI3): Promise<string> {
  const nodes = await openapiTS(structuredClone(schema), { transform: openEnum });
  return `// Generated from ${source} by scripts/generate.ts. Never edited.\n\n${astToString(withPlainInterfaces(nodes))}`;
}

/** `anyOf: [an enum of strings, string]` becomes `"a" | "b" | (string & {})`, which editors complete. */
function openEnum(schema: SchemaObject): ts.TypeNode | undefined {
  const [known, any, ...others] = (schema.anyOf ?? []) as SchemaObject[];
  if (!known?.enum || any?.type !== "string" || any.enum || others.length > 0) return undefined;
  const literals = known.enum.map((value) =>
    ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(String(value))),
  );
  const anyString = ts.factory.createParenthesizedType(
    ts.factory.createIntersectionTypeNode([
      ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      ts.factory.createTypeLiteralNode([]),
    ]),
  );
  return ts.factory.createUnionTypeNode([...literals, anyString]);
}

function committed(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}
