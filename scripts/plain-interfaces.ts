import ts from "typescript";

/**
 * Turns `components["schemas"]["Agent"]` into its own interface, `Agent`, wherever openapi-typescript
 * writes it. Editors then show names, and a consumer's compiler does not have to read the whole table.
 */
export function withPlainInterfaces(nodes: ts.Node[]): ts.Node[] {
  const interfaces: ts.Statement[] = [];
  const rewritten = nodes.map((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== "components") return referToNames(node);
    return referToNames(takeOutSchemas(node, interfaces));
  });
  return [...rewritten, ...interfaces.map(referToNames)];
}

/** Moves each schema out of `components` into an interface, and refers to the interface by its name there. */
function takeOutSchemas(components: ts.InterfaceDeclaration, interfaces: ts.Statement[]): ts.InterfaceDeclaration {
  const members = components.members.map((member) => {
    if (!ts.isPropertySignature(member) || nameOf(member) !== "schemas") return member;
    if (!member.type || !ts.isTypeLiteralNode(member.type)) throw new Error("components.schemas is no type literal");
    const names = member.type.members.filter(ts.isPropertySignature).map((schema) => {
      interfaces.push(declarationOf(schema));
      return property(nameOf(schema), ts.factory.createTypeReferenceNode(nameOf(schema)));
    });
    return property("schemas", ts.factory.createTypeLiteralNode(names));
  });
  return ts.factory.createInterfaceDeclaration(components.modifiers, components.name, undefined, undefined, members);
}

function declarationOf(schema: ts.PropertySignature): ts.Statement {
  const name = nameOf(schema);
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const type = schema.type;
  if (!type) throw new Error(`${name} has no type`);
  const declaration = ts.isTypeLiteralNode(type)
    ? ts.factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
    : ts.factory.createTypeAliasDeclaration(exported, name, undefined, type);
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(schema));
}

function property(name: string, type: ts.TypeNode): ts.PropertySignature {
  return ts.factory.createPropertySignature(undefined, name, undefined, type);
}

function referToNames<T extends ts.Node>(root: T): T {
  const visit = (node: ts.Node, context: ts.TransformationContext): ts.Node => {
    const name = schemaNameOf(node);
    if (name !== undefined) return ts.factory.createTypeReferenceNode(name);
    return ts.visitEachChild(node, (child) => visit(child, context), context);
  };
  const { transformed } = ts.transform(root, [(context) => (node) => visit(node, context) as T]);
  const [result] = transformed;
  if (!result) throw new Error("TypeScript transformed a node into nothing");
  return result;
}

/** The X of `components["schemas"]["X"]`. */
function schemaNameOf(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined;
  const { objectType, indexType } = node.objectType;
  const isSchemas =
    ts.isTypeReferenceNode(objectType) &&
    textOf(objectType.typeName) === "components" &&
    literalOf(indexType) === "schemas";
  return isSchemas ? literalOf(node.indexType) : undefined;
}

function literalOf(node: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;
}

function nameOf(member: ts.PropertySignature): string {
  return textOf(member.name);
}

function textOf(name: ts.Node): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : "";
}
