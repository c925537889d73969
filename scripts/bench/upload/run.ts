/**
 * Uploads of files from disk: our client, a bare pipe, and two peers, one after the other in each round.
 *
 *     npx -y pnpm@12 build && npx -y pnpm@12 exec node scripts/bench/upload/run.ts [--largest] [--rounds 5] [--sizes 1,16,256]
 *
 * `--largest` adds 1 GiB. The peers are installed on the first run, into scripts/bench/node_modules.
 */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { rootPath } from "../harness/folders.ts";
import { hasPeer, installPeers } from "../harness/peers.ts";
import { clients } from "./clients.ts";
import { measure } from "./measure.ts";
import { recordingOf } from "./recording.ts";
import { startStore } from "./store.ts";
import { tableOf } from "./table.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    sizes: { type: "string", default: "1,16,256" },
    largest: { type: "boolean", default: false },
  },
});
const sizesMib = [...values.sizes.split(",").map(Number), ...(values.largest ? [1_024] : [])];
const rounds = Number(values.rounds);

if (!existsSync(rootPath("packages/sdk/dist/index.js"))) throw new Error("Build first: npx -y pnpm@12 build");
installPeers();
const names = Object.keys(clients).filter((name) => !["assemblyai", "openai"].includes(name) || hasPeer(name));
const store = await startStore();
try {
  console.log(`node ${process.version}, ${rounds} rounds; ratio: speed in units of the pipe, median of the rounds`);
  for (const sizeMib of sizesMib) {
    const path = await recordingOf(sizeMib);
    const samples = await measure(names, { rounds, url: store.url, path });
    console.log(tableOf(sizeMib, samples));
    await rm(path);
  }
} finally {
  await store.close();
}
