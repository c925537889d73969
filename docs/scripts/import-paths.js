import { Converter } from "typedoc";

/** What users import for each entry point. */
const importPaths = {
  "contract/schemas": "schemas",
  "adapters/msw": "msw",
  "adapters/node": "node",
  "adapters/browser": "browser",
  "adapters/server": "server",
  "adapters/vitest": "vitest",
};

/**
 * A plugin of typedoc: names each module of the API reference as users import it.
 *
 * @param {import("typedoc").Application} application
 */
export function load(application) {
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      const [, folder, file] = module.name.match(/^packages\/(\w+)\/src\/?(.*)$/) ?? [];
      if (!folder) continue;
      module.name = ["@call-analysis", folder, importPaths[file] ?? file].filter(Boolean).join("/");
    }
  });
}
