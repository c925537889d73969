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
 * where it is declared. How an error is made is left out, for the packages alone do that.
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
  });
  application.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const { children = [] } of project.getReflectionsByKind(ReflectionKind.ClassOrInterface))
      for (const child of children.filter((each) => isInherited(each) || isConstructorOfError(each)))
        project.removeReflection(child);
  });
}

/** @param {import("typedoc").DeclarationReflection} reflection */
function isInherited({ inheritedFrom, signatures = [] }) {
  return Boolean(inheritedFrom ?? signatures.find((signature) => signature.inheritedFrom));
}

/** @param {import("typedoc").DeclarationReflection} reflection */
function isConstructorOfError({ kind, parent }) {
  return kind === ReflectionKind.Constructor && parent?.name.endsWith("Error");
}
