// Calls a program of a bundle in workerd, and prints what it resolves to as JSON. Arguments: the folder of miniflare, the
// bundle's path, the program, and its parameters.
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const [runtimes, bundle, program, ...parameters] = process.argv.slice(2);
const { Miniflare } = createRequire(join(runtimes, "package.json"))("miniflare");
const worker = `import "./${basename(bundle)}";
export default {
  async fetch(request) {
    const { program, parameters } = await request.json();
    return Response.json(await globalThis.programs[program](...parameters));
  },
};
`;
const modulesRoot = dirname(bundle);
const names = (await readdir(modulesRoot, { recursive: true })).filter((name) => /\.m?js$/.test(name));
const modules = names.map((name) => ({ type: "ESModule", path: join(modulesRoot, name) }));
const entry = { type: "ESModule", path: join(modulesRoot, "worker.mjs"), contents: worker };
// All by their names, because miniflare finds no module that is imported by more than a plain text.
const miniflare = new Miniflare({ modulesRoot, modules: [entry, ...modules], compatibilityDate: "2026-04-01" });
const request = { method: "POST", body: JSON.stringify({ program, parameters }) };
console.log(await (await miniflare.dispatchFetch("http://worker.test/", request)).text());
await miniflare.dispose();
