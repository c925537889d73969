// Calls the default export of a module, and prints what it resolves to as JSON. Arguments: the module's path, its parameters.
import { pathToFileURL } from "node:url";

const [path, ...parameters] = process.argv.slice(2);
const { default: main } = await import(pathToFileURL(path).href);
console.log(JSON.stringify(await main(...parameters)));
// Connections that are kept open would keep the process.
process.exit(0);
