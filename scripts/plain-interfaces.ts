/** The members of `components.schemas`, as openapi-typescript indents them. */
const schemasOfComponents = /(?<=^ {4}schemas: \{\n)[\s\S]*?(?=^ {4}\};\n)/m;

/** A member with its type. The next one, or its comment, begins a line; what is inside a type is indented. */
const member = /^(\w+): ([\s\S]*?);\n(?=[\w/]|$(?![\s\S]))/gm;

/**
 * Gives each schema its own interface, and refers to it by its name wherever openapi-typescript has written
 * `components["schemas"]["Agent"]`. Editors then show names, and a consumer's compiler does not have to read the whole table. Types that add something to a
 * generated one are written by hand in `packages/sdk/src/contract/types.ts`, and a test of types compares the two.
 */
export function withPlainInterfaces(types: string): string {
  const named = types.replaceAll(/components\["schemas"\]\["(\w+)"\]/g, "$1");
  const [schemas] = schemasOfComponents.exec(named) ?? [];
  if (schemas === undefined) throw new Error("openapi-typescript has written no components.schemas.");
  const members = schemas.replaceAll(/^ {8}/gm, "");
  const names = [...members.matchAll(member)].map(([, name]) => `        ${name}: ${name};\n`);
  const declarations = members.replaceAll(member, (_, name: string, type: string) => declarationOf(name, type));
  return named.replace(schemasOfComponents, () => names.join("")) + declarations;
}

function declarationOf(name: string, type: string): string {
  const isOneObject = type.startsWith("{") && !type.includes("\n} ");
  return isOneObject ? `export interface ${name} ${type}\n` : `export type ${name} = ${type};\n`;
}
