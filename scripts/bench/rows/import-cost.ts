import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { atMost, type Benchmark, manyTurns } from "../harness/benchmark.ts";
import { benchPath } from "../harness/paths.ts";
import { hasPeer, peerPath } from "../harness/peers.ts";
import { entriesOf, ratioOf, takeTurns } from "../harness/samples.ts";

const emptyProcess = "empty process";

export const importCost: Benchmark = {
  name: "import-cost",
  title: "Import of the package",
  method:
    "CPU time of a whole process of Node 20 that runs a module which imports the package, in units of one whose module imports nothing.",
  async run(pace) {
    if (!hasPeer("node20")) return { entries: [], targets: [], notes: ["Node 20 could not be installed."] };
    const peers = ["openapi-fetch"].filter(hasPeer);
    const sides = [emptyProcess, "@call-analysis/sdk", ...peers].map((name) => ({ name }));
    const rounds = pace.isQuick ? 7 : manyTurns(pace).rounds;
    const samples = await takeTurns(sides, rounds, ({ name }) => cpuMilliseconds(name));
    const measured = ratioOf(samples, "@call-analysis/sdk", emptyProcess);
    return {
      entries: entriesOf(samples, { unit: "ms", reference: emptyProcess }),
      targets: [atMost(1.1, "×", { what: "import, in units of an empty process", measured })],
    };
  },
};

async function cpuMilliseconds(name: string): Promise<number> {
  const { stdout } = await promisify(execFile)(peerPath("node20/bin/node"), [importer(name)]);
  return Number(stdout) / 1_000;
}

/** A module that imports the package and then prints what its process cost. */
function importer(name: string): string {
  const load = name === emptyProcess ? "" : `import ${JSON.stringify(name)};`;
  const tell =
    'process.on("exit", () => { const { user, system } = process.cpuUsage(); console.log(user + system); });';
  const path = benchPath(`node_modules/.import-cost/${name.replace(/\W/g, "-")}.mjs`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, load + tell);
  return path;
}
