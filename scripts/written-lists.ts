/** Writes lists into pages that are otherwise written by hand: the client's methods of one request, and the fake's tables. */

import { importBundled } from "./import-bundled.ts";
import { methodNameOf } from "./method-names.ts";
import { operations } from "./operations.ts";

const rowsPath = "packages/mock/src/store/rows.ts";

/**
 * The README of the client, in which each resource has a row. That of calls has flows as well, and is written by hand.
 *
 * @throws when a method is not in it
 */
export function withMethods(readme: string): string {
  const names = Object.entries(operations).map(([id, { path }]) => methodNameOf(id, path).split("."));
  const written = readme.replaceAll(/^\| `sdk\.(?!calls)(\w+)` \| .*$/gm, (_, resource: string) => {
    const methods = names.filter(([owner]) => owner === resource).map(([, method]) => `\`${method}()\``);
    return `| \`sdk.${resource}\` | ${methods.join(", ")} |`;
  });
  for (const [resource = "", method = ""] of names) {
    if (new RegExp(`^\\| \`sdk\\.${resource}\`.*\`${method}\\(\\)\``, "m").test(written)) continue;
    throw new Error(`packages/sdk/README.md needs a row of sdk.${resource}, with \`${method}()\`.`);
  }
  return written;
}

/** The page about the fake, which names the tables of `service.db`. */
export async function withTables(page: string): Promise<string> {
  const { ownedTableNames } = await importBundled<typeof import("../packages/mock/src/store/rows.ts")>(rowsPath);
  const tables = ["organizations", ...ownedTableNames].filter((name) => name !== "calls").map((name) => `\`${name}\``);
  const list = `${tables.slice(0, -1).join(", ")} and ${tables.at(-1)}`;
  return page.replace(/(?<=`service\.db\.calls\.list\(\)`, and the same for\n {2})[^:]*/, list);
}
