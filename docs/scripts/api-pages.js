import { Converter, ReflectionKind } from "typedoc";

/** What users import for each entry point. */
const importPaths = {
  "contract/schemas": "schemas",
  "contract/operations": "operations",
  "adapters/msw": "msw",
  "adapters/node": "node",
  "adapters/browser": "browser",
  "adapters/server": "server",
  "adapters/vitest": "vitest",
};

/** Types that openapi-typescript writes. The page about HTTP says the same, and can be read. */
const generatedTypes = ["paths", "operations", "components"];

/**
 * A plugin of typedoc: names each module of the API reference as users import it, and says what a class inherits only
 * where it is declared. How an error is made is left out, for the packages alone do that. Which class is thrown is told.
 *
 * @param {import("typedoc").Application} application
 */
export function load(application) {
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      for (const each of [...(module.children ?? [])])
        if (generatedTypes.includes(each.name) && each.kind === ReflectionKind.Interface)
          project.removeReflection(each);
      const [, folder, file] = module.name.match(/^packages\/(\w+)\/src\/?(.*)$/) ?? [];
      if (!folder) continue;
      module.name = ["@call-analysis", folder, importPaths[file] ?? file].filter(Boolean).join("/");
    }
    const classes = new Map(project.getReflectionsByKind(ReflectionKind.Class).map((each) => [each.name, each]));
    for (const { comment } of Object.values(project.reflections))
      for (const tag of comment?.getTags("@throws") ?? []) tag.content.unshift(...thrownClass(tag, classes));
  });
  application.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const { children = [] } of project.getReflectionsByKind(ReflectionKind.ClassOrInterface))
      for (const child of children.filter((each) => isInherited(each) || isConstructorOfError(each)))
        project.removeReflection(child);
  });
}

/**
 * The class that a tag names, as a link where it is exported.
 *
 * @param {import("typedoc").CommentTag} tag
 * @param {Map<string, import("typedoc").DeclarationReflection>} classes
 * @returns {import("typedoc").CommentDisplayPart[]}
 */
function thrownClass({ typeAnnotation }, classes) {
  const [, name] = typeAnnotation?.match(/^\{(\w+)\}$/) ?? [];
  if (!name) return [];
  const target = classes.get(name);
  const shown = target
    ? { kind: "inline-tag", tag: "@link", text: name, target }
    : { kind: "code", text: `\`${name}\`` };
  return [shown, { kind: "text", text: " " }];
}

/** @param {import("typedoc").DeclarationReflection} reflection */
function isInherited({ inheritedFrom, signatures = [] }) {
  return Boolean(inheritedFrom ?? signatures.find((signature) => signature.inheritedFrom));
}

/** @param {import("typedoc").DeclarationReflection} reflection */
function isConstructorOfError({ kind, parent }) {
  return kind === ReflectionKind.Constructor && parent?.name.endsWith("Error");
}
