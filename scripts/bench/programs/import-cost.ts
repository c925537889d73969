/** Prints what a process of Node 20 costs that imports a package, or nothing. Argument: the package. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [name = ""] = process.argv.slice(2);
const modules = new URL("../node_modules/", import.meta.url);
const importer = new URL(`.import-${name.replace(/\W/g, "-")}.mjs`, modules);
const tell = 'process.on("exit", () => { const { user, system } = process.cpuUsage(); console.log(user + system); });';
writeFileSync(importer, (name === "" ? "" : `import ${JSON.stringify(name)};`) + tell);
const node20 = fileURLToPath(new URL("node20/bin/node", modules));
console.log(JSON.stringify({ milliseconds: Number(execFileSync(node20, [fileURLToPath(importer)])) / 1_000 }));
