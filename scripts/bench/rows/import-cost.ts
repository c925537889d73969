import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { type Benchmark, manyTurns } from "../harness/benchmark.ts";
import { atMost, entriesOf, ratioOf } from "../harness/comparison.ts";
import { benchPath } from "../harness/folders.ts";
import { hasPeer, peerPath } from "../harness/peers.ts";
import { takeTurns } from "../harness/rounds.ts";
import { clientPeers } from "./clients.ts";

const emptyProcess = "empty process";

export const importCost: Benchmark = {
  name: "import-cost",
  title: "Import of the package",
  method:
    "CPU time of a whole process of Node 20 that runs a module which imports the package, in units of one whose module imports nothing.",
  async run(pace) {
    if (!hasPeer("node20")) return { entries: [], targets: [], notes: ["Node 20 could not be installed."] };
    const imported = await importable(["@call-analysis/sdk", ...clientPeers()]);
    const sides = [emptyProcess, ...imported].map((name) => ({ name }));
    const rounds = pace.isQuick ? 7 : manyTurns(pace).rounds;
    const samples = await takeTurns(sides, rounds, ({ name }) => cpuMilliseconds(name));
    return {
      entries: entriesOf(samples, { unit: "ms", reference: emptyProcess }),
      targets: [
        atMost(1.15, "×", {
          what: "import, in units of an empty process",
          measured: ratioOf(samples, "@call-analysis/sdk", emptyProcess),
        }),
      ],
      notes: clientPeers()
        .filter((name) => !imported.includes(name))
        .map((name) => `${name} cannot be imported on Node 20.`),
    };
  },
};

async function importable(names: readonly string[]): Promise<string[]> {
  const works = await Promise.all(
    names.map((name) =>
      cpuMilliseconds(name).then(
        () => true,
        () => false,
      ),
    ),
  );
  return names.filter((_, index) => works[index]);
}

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
