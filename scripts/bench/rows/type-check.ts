import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import type { Benchmark } from "../harness/benchmark.ts";
import { atMost } from "../harness/comparison.ts";
import { benchPath, rootPath } from "../harness/folders.ts";
import { hasPeer } from "../harness/peers.ts";
import { exactly } from "../harness/statistics.ts";

const reference = "hand-written";

export const typeCheck: Benchmark = {
  name: "type-check",
  title: "Type check of a consumer",
  method:
    "Instantiations that TypeScript counts for one file; the same file with hand-written interfaces is the reference.",
  async run() {
    const names = ["ours", reference, ...(hasPeer("openapi-fetch") ? ["openapi-fetch"] : [])];
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, await instantiations(name));
    const above = (counts.get("ours") ?? Number.NaN) - (counts.get(reference) ?? Number.NaN);
    return {
      entries: names.map((name) => ({ name, value: exactly(counts.get(name) ?? Number.NaN), unit: "instantiations" })),
      targets: [atMost(500, "", { what: "instantiations above hand-written interfaces", measured: exactly(above) })],
    };
  },
};

const options = ["--strict", "--noEmit", "--skipLibCheck", "--extendedDiagnostics"];
const language = ["--target", "es2023", "--lib", "es2023,dom", "--module", "nodenext"];

async function instantiations(name: string): Promise<number> {
  const compiler = rootPath("node_modules/typescript/bin/tsc");
  const file = benchPath(`type-check/${name}.ts`);
  // Outside of the repository the compiler finds no types of Node's, which would count for every side.
  const where = { cwd: tmpdir() };
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, ...options, ...language, file], where);
  return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1]);
}
