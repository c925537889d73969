/**
 * Writes the generated files: the types, the zod schemas and a document for each interface from `openapi/call-analysis.yaml`, the
 * pages about HTTP and about options, the fake's lists of names from faker, the JSON Schema of its seed files, and what the console
 * knows of each operation. In some pages it writes the client's methods, and the
 * fake's tables.
 * With `--check`, writes nothing, and fails when the committed files differ.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import openapiTS, { astToString, type OpenAPI3, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import { parse, stringify } from "yaml";
import { optionsPage } from "../docs/scripts/options-page.ts";
import { consoleOperationsModule, consoleOperationsPath } from "./generate-console-operations.ts";
import {
  bodyFieldsModule,
  bodyFieldsPath,
  namesModule,
  namesPath,
  operationContractsModule,
  operationContractsPath,
} from "./generate-contract.ts";
import { schemasModule, schemasPath } from "./generate-schemas.ts";
import { seedSchemaPath, seedSchemaText } from "./generate-seed-schema.ts";
import { wordsModule, wordsPath } from "./generate-words.ts";
import { httpPage } from "./http-page.ts";
import { interfaceDocuments, type ServiceDocument } from "./interface-documents.ts";
import { withPlainInterfaces } from "./plain-interfaces.ts";
import { withMethods, withTables } from "./written-lists.ts";

const root = join(import.meta.dirname, "..");
const source = "openapi/call-analysis.yaml";
const target = "packages/sdk/src/contract/generated";

const document = parse(readFileSync(join(root, source), "utf8"));
const { external, campaigns } = interfaceDocuments(document as ServiceDocument);
writeOrCheck({
  [`${target}/openapi.json`]: asJson(external),
  [`${target}/campaigns.openapi.json`]: asJson(campaigns),
  "openapi/external.yaml": asYaml(external),
  "openapi/campaigns.yaml": asYaml(campaigns),
  [`${target}/openapi.ts`]: await types(document as OpenAPI3),
  [schemasPath]: schemasModule(document),
  [namesPath]: namesModule(document),
  [bodyFieldsPath]: bodyFieldsModule(document),
  [operationContractsPath]: operationContractsModule(document),
  "docs/reference/http.md": httpPage(document),
  "docs/reference/options.md": optionsPage(),
  [wordsPath]: wordsModule(),
});
// These are made of what was just written.
writeOrCheck({
  [seedSchemaPath]: await seedSchemaText(),
  [consoleOperationsPath]: await consoleOperationsModule(document),
  "docs/reference/fake.md": await withTables(readFileSync(join(root, "docs/reference/fake.md"), "utf8")),
});
// The last, for a method of `sdk.calls` that is missing there ends the run.
writeOrCheck({ "packages/sdk/README.md": withMethods(readFileSync(join(root, "packages/sdk/README.md"), "utf8")) });

function writeOrCheck(texts: Readonly<Record<string, string>>): void {
  if (!process.argv.includes("--check")) {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return;
  }
  const stale = Object.entries(texts).filter(([path, text]) => text !== committed(path));
  for (const [path] of stale) console.error(`${path} is not what its source gives: run \`npx -y pnpm@12 generate\`.`);
  if (stale.length > 0) process.exitCode = 1;
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Quotes are as readers of YAML 1.1 need them, to whom a bare `No` is false. */
function asYaml(value: object): string {
  const text = stringify(value, { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false, compat: "yaml-1.1" });
  return `# Generated from ${source} by scripts/generate.ts. Never edited.\n${text}`;
}

async function types(schema: OpenAPI3): Promise<string> {
  const nodes = await openapiTS(structuredClone(schema), { transform: openEnum, defaultNonNullable: false });
  return `// Generated from ${source} by scripts/generate.ts. Never edited.\n\n${withPlainInterfaces(astToString(nodes))}`;
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
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
}
