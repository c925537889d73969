/** Writes `reference/options.md` from the doc comments of the options, so that both say the same. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type OptionTable, optionTables } from "./option-tables.ts";

const sources = join(import.meta.dirname, "../../packages");
const page = [
  "# Options",
  "Times are in milliseconds, sizes in bytes. Undefined means the default. An option that is not known is an error, which has the nearest name.",
  ...optionTables.map(section),
];
writeFileSync(join(import.meta.dirname, "../reference/options.md"), `${page.join("\n\n")}\n`);

function section(table: OptionTable): string {
  const rows = fieldsOf(table).map(
    ({ name, text, standard, values }) =>
      `| \`${name}\` | ${text} | ${standard} | ${code(exampleOf(table, name) ?? values)} |`,
  );
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
