// Calls the default export of a module, or a program of a bundle, and prints what it resolves to as JSON.
// Arguments: the module's path, then its parameters; or `bundle`, the bundle's path, the program, and its parameters.
import { pathToFileURL } from "node:url";

const [first, ...rest] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(path).href);

async function loadFromBundle(path, program) {
  await load(path);
  return globalThis.programs[program];
}

const isBundle = first === "bundle";
const main = isBundle ? await loadFromBundle(rest[0], rest[1]) : (await load(first)).default;
console.log(JSON.stringify(await main(...rest.slice(isBundle ? 2 : 0))));
// Connections that are kept open would keep the process.
process.exit(0);
