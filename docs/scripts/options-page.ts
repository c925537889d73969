/** The page `reference/options.md`, from the doc comments of the options, so that both say the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type OptionTable, optionTables } from "./option-tables.ts";

const sources = join(import.meta.dirname, "../../packages");
/** The flags of `call-analysis-mock` by the options that they set, from the table of flags. */
const flags = flagsByOption(join(sources, "mock/src/command/flags.ts"));
const program = ts.createProgram(
  optionTables.map(({ file }) => join(sources, file)),
  { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ESNext, strict: true, types: [] },
);
const checker = program.getTypeChecker();

export function optionsPage(): string {
  const page = [
    "# Options",
    "<!-- Written by `npx -y pnpm@12 generate`, from the doc comments. Never edited. -->",
    "Times are in milliseconds, sizes in bytes. `undefined` means the default. An unknown option causes an error that suggests the nearest name.",
    ...optionTables.map(section),
  ];
  return `${page.join("\n\n")}\n`;
}

function section(table: OptionTable): string {
  const fields = fieldsOf(table);
  const own = fields.filter(({ owner }) => owner === table.title);
  const rows = own.map(({ name, text, standard, values }) => {
    const flag = table.hasFlags && flags.get(name);
    const described = flag ? `${text} Also \`--${flag}\`.` : text;
    return `| \`${name}\` | ${described}<br>${code(exampleOf(table, name) ?? values)} | ${standard} |`;
  });
  const head = [
    `| option | what it does, and ${table.examples ? "an example" : "its values"} | default |`,
    "|---|---|---|",
  ];
  const intro = [table.intro, ...describedElsewhere(fields, table)].join(" ");
  return [`## ${table.title}`, intro, [...head, ...rows].join("\n")].join("\n\n");
}

/** A sentence for each other table that describes some of the fields. */
function describedElsewhere(fields: readonly Field[], { title }: OptionTable): string[] {
  const owners = new Set(fields.map(({ owner }) => owner).filter((owner) => owner !== title));
  return [...owners].map((owner) => {
    const names = fields.filter((field) => field.owner === owner).map(({ name }) => `\`${name}\``);
    return `[${owner}](#${anchorOf(owner)}) describes ${names.join(", ")}.`;
  });
}

function anchorOf(title: string): string {
  return title
    .replaceAll(/[^\w ]/g, "")
    .trim()
    .toLowerCase()
    .replaceAll(" ", "-");
}

function exampleOf({ interfaceName, examples }: OptionTable, name: string): string | undefined {
  if (examples && !examples[name])
    throw new Error(`${interfaceName}.${name} has no example in docs/scripts/option-tables.ts.`);
  return examples?.[name];
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}

interface Field {
  name: string;
  text: string;
  standard: string;
  /** The type of a property. */
  values: string;
  /** The title of the table that describes it. */
  owner: string;
}

/** All fields of the interface, those of the types that it extends too. */
function fieldsOf(table: OptionTable): Field[] {
  const { file, interfaceName, examples = {} } = table;
  const found = program
    .getSourceFile(join(sources, file))
    ?.statements.filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === interfaceName);
  if (!found) throw new Error(`There is no interface ${interfaceName} in ${file}.`);
  const fields = checker.getPropertiesOfType(checker.getTypeAtLocation(found)).map((field) => fieldOf(field, table));
  const gone = Object.keys(examples).filter((name) => !fields.some((field) => field.name === name));
  if (gone.length > 0) throw new Error(`${interfaceName} has no ${gone.join(", ")}: remove the examples.`);
  return fields;
}

function fieldOf({ name, declarations = [] }: ts.Symbol, table: OptionTable): Field {
  const [member] = declarations;
  if (!member) throw new Error(`${table.interfaceName}.${name} is declared nowhere.`);
  const [comment] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  const standard = comment?.tags?.find(({ tagName }) => tagName.text === "default")?.comment;
  const text = cell(ts.getTextOfJSDocComment(comment?.comment) ?? "");
  const values = ts.isPropertySignature(member) ? (member.type?.getText().replaceAll(/\s+/g, " ") ?? "") : "";
  const owner = ownerOf(name, member, table);
  return { name, text, standard: cell(ts.getTextOfJSDocComment(standard) ?? "") || "none", values, owner };
}

/** The title of the table that describes a field. */
function ownerOf(name: string, { parent }: ts.Declaration, { interfaceName, title, sameAs }: OptionTable): string {
  if (sameAs?.names.includes(name)) return sameAs.table;
  const declaredIn = ts.isInterfaceDeclaration(parent) ? parent.name.text : "";
  if (declaredIn === interfaceName) return title;
  const owner = optionTables.find((table) => table.interfaceName === declaredIn);
  if (!owner) throw new Error(`No table describes ${interfaceName}.${name}.`);
  return owner.title;
}

function cell(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();
}

function flagsByOption(path: string): Map<string, string> {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const declarations = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => [...each.declarationList.declarations]);
  let table = declarations.find(({ name }) => name.getText() === "flagTable")?.initializer;
  while (table && !ts.isObjectLiteralExpression(table))
    table = ts.isAsExpression(table) || ts.isSatisfiesExpression(table) ? table.expression : undefined;
  if (!table) throw new Error(`There is no flagTable in ${path}.`);
  return new Map(table.properties.filter(ts.isPropertyAssignment).map((flag) => [optionOf(flag), nameOf(flag)]));
}

function optionOf(flag: ts.PropertyAssignment): string {
  const fields: readonly ts.ObjectLiteralElementLike[] = ts.isObjectLiteralExpression(flag.initializer)
    ? flag.initializer.properties
    : [];
  const option = fields.filter(ts.isPropertyAssignment).find((field) => nameOf(field) === "option");
  return option && ts.isStringLiteral(option.initializer) ? option.initializer.text : nameOf(flag);
}

function nameOf({ name }: ts.PropertyAssignment): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}
