// Calls the default export of a bundle in workerd, and prints what it resolves to as JSON. Arguments: the folder that has
// miniflare installed, the bundle's path, its parameters.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const [tools, bundle, ...parameters] = process.argv.slice(2);
const { Miniflare } = createRequire(join(tools, "package.json"))("miniflare");
const contents = `import main from "./bundle.mjs";
export default { fetch: async (request) => Response.json(await main(...(await request.json()))) };
`;
const modulesRoot = dirname(bundle);
const modules = [
  { type: "ESModule", path: join(modulesRoot, "worker.mjs"), contents },
  { type: "ESModule", path: bundle },
];
const miniflare = new Miniflare({ modulesRoot, modules, compatibilityDate: "2026-04-01" });
const request = { method: "POST", body: JSON.stringify(parameters) };
console.log(await (await miniflare.dispatchFetch("http://worker.test/", request)).text());
await miniflare.dispose();
