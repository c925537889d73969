/** The page `reference/options.md`, from the doc comments of the options, so that both say the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type OptionTable, optionTables } from "./option-tables.ts";

const sources = join(import.meta.dirname, "../../packages");
/** The flags of `call-analysis-mock` by the options that they set, from the table of flags. */
const flags = flagsByOption(join(sources, "mock/src/command/flags.ts"));

export function optionsPage(): string {
  const page = [
    "# Options",
    "<!-- Written by `npx -y pnpm@12 generate`, from the doc comments. Never edited. -->",
    "Times are in milliseconds, sizes in bytes. Undefined means the default. An option that is not known is an error, which has the nearest name, or all that are known.",
    ...optionTables.map(section),
  ];
  return `${page.join("\n\n")}\n`;
}

function section(table: OptionTable): string {
  const rows = fieldsOf(table).map(({ name, text, standard, values }) => {
    const flag = table.hasFlags && flags.get(name);
    const described = flag ? `${text} Also \`--${flag}\`.` : text;
    return `| \`${name}\` | ${described} | ${standard} | ${code(exampleOf(table, name) ?? values)} |`;
  });
  const head = [`| option | what it does | default | ${table.examples ? "example" : "values"} |`, "|---|---|---|---|"];
  return [`## ${table.title}`, table.intro, [...head, ...rows].join("\n")].join("\n\n");
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
}

function fieldsOf({ file, interfaceName, examples = {} }: OptionTable): Field[] {
  const path = join(sources, file);
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = source.statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === interfaceName);
  if (!found) throw new Error(`There is no interface ${interfaceName} in ${file}.`);
  const fields = found.members.flatMap((member) => (member.name ? [fieldOf(member, member.name.getText())] : []));
  const gone = Object.keys(examples).filter((name) => !fields.some((field) => field.name === name));
  if (gone.length > 0) throw new Error(`${interfaceName} has no ${gone.join(", ")}: remove the examples.`);
  return fields;
}

function fieldOf(member: ts.TypeElement, name: string): Field {
  const [comment] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  const standard = comment?.tags?.find(({ tagName }) => tagName.text === "default")?.comment;
  const text = cell(ts.getTextOfJSDocComment(comment?.comment) ?? "");
  const values = ts.isPropertySignature(member) ? (member.type?.getText().replaceAll(/\s+/g, " ") ?? "") : "";
  return { name, text, standard: cell(ts.getTextOfJSDocComment(standard) ?? "") || "none", values };
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
