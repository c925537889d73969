/**
 * Tries what the built client sends on each runtime: an upload from each kind of source, and a creation of each kind. Each
 * has its length on the wire, and is sent once; an upload whose success comes before its bytes is not stored.
 * `npx -y pnpm@12 test:wire` tries all runtimes, and `test:wire "Node 20" Bun` those two. Prints a table; the exit code is 1
 * when a cell says anything but "yes", or "-" where a runtime has no such source.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { build, stop as stopBundler } from "esbuild";
import { chooseRuntimes, commandOf, type ProcessRuntime } from "./runtimes.ts";
import { installTools, root } from "./test/consumer-projects.ts";

const sizeBytes = 300_000;
const uploads = ["bytes", "blob", "file", "stream", "open", "path"];
const creations = ["call", "agent", "prospect"];
const rows = [...uploads, "early", "update", ...creations, ...creations.map((name) => `${name}-closed`)];

interface Column {
  name: string;
  /** Runs the program, and gives what it printed. */
  run(origin: string): Promise<string>;
}

/** What arrived for one row. */
interface Sending {
  method: string;
  length: string;
  bodyBytes: number;
}

const execute = promisify(execFile);
const chosen = chooseRuntimes(process.argv.slice(2));
const folder = await mkdtemp(join(tmpdir(), "call-analysis-wire-"));
const runtimesFolder = join(folder, "runtimes");
const recording = join(folder, "call.wav");
const bundle = join(folder, "wire.mjs");
try {
  const packages = chosen.map((runtime) => runtime.package);
  await installTools(runtimesFolder, packages);
  await writeFile(recording, new Uint8Array(sizeBytes));
  await bundleProgram();
  const columns = await Promise.all(chosen.map((runtime) => ("command" in runtime ? [processOf(runtime)] : workers())));
  const cells: { column: Column; cells: string[] }[] = [];
  for (const column of columns.flat()) cells.push({ column, cells: await cellsOf(column) });
  const lines = [
    ["", ...cells.map(({ column }) => column.name)],
    ["---", ...cells.map(() => "---")],
    ...rows.map((row, index) => [row, ...cells.map((each) => each.cells[index] ?? "")]),
  ];
  for (const line of lines) console.log(`| ${line.join(" | ")} |`);
  if (cells.some((each) => each.cells.some((cell) => cell !== "yes" && cell !== "-"))) process.exitCode = 1;
} finally {
  // Its pipes would keep this process from ending.
  await stopBundler();
  await rm(folder, { recursive: true, force: true });
}

/** One file for all runtimes, since workerd takes no other. */
async function bundleProgram(): Promise<void> {
  const client = join(root, "packages/sdk/dist/index.js");
  await build({
    entryPoints: [join(root, "scripts/consumers/flow/wire.mjs")],
    alias: { "@call-analysis/sdk": client },
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "neutral",
    tsconfigRaw: {},
  });
  const main = `import main from "./wire.mjs";\nconst [origin, path] = globalThis.Deno?.args ?? process.argv.slice(2);
console.log(JSON.stringify(await main(origin, path)));\n(globalThis.Deno ?? process).exit(0);\n`;
  await writeFile(join(folder, "main.mjs"), main);
}

function processOf(runtime: ProcessRuntime): Column {
  const command = commandOf(runtime, runtimesFolder);
  const run = async (origin: string) => {
    const { stdout } = await execute(command, [...runtime.parameters, join(folder, "main.mjs"), origin, recording]);
    return stdout;
  };
  return { name: runtime.name, run };
}

/** Workers with the newest date that the installed workerd accepts, with and without what Node has. */
async function workers(): Promise<Column[]> {
  const command = join(runtimesFolder, "node_modules/.bin/workerd");
  const { stdout } = await execute(command, ["--version"]);
  const [newestDate = ""] = /\d{4}-\d\d-\d\d/.exec(stdout) ?? [];
  return ["no_nodejs_compat", "nodejs_compat"].map((flag) => ({
    name: `workerd ${newestDate} ${flag}`,
    run: (origin) => runInWorker(command, { newestDate, flag, origin }),
  }));
}

async function runInWorker(
  command: string,
  { newestDate, flag, origin }: { newestDate: string; flag: string; origin: string },
): Promise<string> {
  const port = await freePort();
  const worker = `import main from "wire.mjs";
export default { fetch: async () => Response.json(await main(${JSON.stringify(origin)})) };\n`;
  await writeFile(join(folder, "worker.mjs"), worker);
  const config = join(folder, "worker.capnp");
  await writeFile(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["private", "public", "local"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs"), (name = "wire.mjs", esModule = embed "wire.mjs")],
  compatibilityDate = "${newestDate}", compatibilityFlags = ["${flag}"]
);\n`,
  );
  const running = spawn(command, ["serve", config], { stdio: ["ignore", "ignore", "inherit"], detached: true });
  try {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      if (response) return await response.text();
      if (running.exitCode !== null) throw new Error("workerd has ended.");
      await delay(100);
    }
  } finally {
    // With all of its group: what npm installs is a program that starts it.
    if (running.pid) process.kill(-running.pid);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Runs all rows on a runtime against a service that notes what arrives. */
async function cellsOf({ name, run }: Column): Promise<string[]> {
  const sendings = new Map<string, Sending[]>();
  const server = createServer((request, response) => void answer(request, response, sendings)).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  try {
    const outcomes = JSON.parse(await run(`http://127.0.0.1:${port}`));
    return rows.map((row) => cellOf(row, outcomes[row], sendings.get(row) ?? []));
  } catch (error) {
    console.error(`${name}: ${error}`);
    return rows.map(() => "no");
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** "yes", "-" where the runtime has no such source, or what is wrong. */
function cellOf(row: string, outcome: string | undefined, sendings: Sending[]): string {
  if (outcome === undefined) return "-";
  const wrong = expectedOf(row).includes(outcome) ? [] : [outcome];
  if (sendings.length !== 1) wrong.push(`sent ${sendings.length} times`);
  for (const { length, bodyBytes } of sendings) if (length !== String(bodyBytes)) wrong.push(length);
  if (uploads.includes(row) && sendings[0]?.bodyBytes !== sizeBytes) wrong.push(`${sendings[0]?.bodyBytes} bytes`);
  return wrong.join(", ") || "yes";
}

function expectedOf(row: string): string[] {
  // In Workers, a response is shown when the body is written, which never comes to its end.
  if (row === "early") return ["upload", "timeout"];
  if (row === "call-closed") return ["submission_uncertain"];
  return row.endsWith("-closed") ? ["connection"] : ["done"];
}

async function answer(request: IncomingMessage, response: ServerResponse, sendings: Map<string, Sending[]>) {
  const { method = "", url = "", headers } = request;
  const [, row = ""] = url.split("/");
  const isGrant = url.endsWith("/presigned-url");
  const length = headers["content-length"] ?? headers["transfer-encoding"] ?? "no length";
  let bodyBytes = 0;
  const isEarly = row === "early" && method === "PUT";
  if (isEarly) bodyBytes = Number(length);
  else for await (const chunk of request) bodyBytes += chunk.length;
  if (!isGrant) sendings.set(row, [...(sendings.get(row) ?? []), { method, length, bodyBytes }]);
  // Not by `response`, whose end would read the rest of the request.
  if (isEarly) return void request.socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  if (row.endsWith("-closed")) return void request.socket.destroy();
  const address = `http://${headers.host}/${row}/a.wav`;
  const grant = { key: "a", presignedUrl: `${address}?signature=s`, publicUrl: address };
  const data = isGrant ? grant : { callId: "1", status: "processing", memberId: "m" };
  response.writeHead(isGrant ? 200 : 201, { "content-type": "application/json" });
  response.end(JSON.stringify({ data, success: true, message: "ok", added_count: 1 }));
}
