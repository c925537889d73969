import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { skippedFor } from "../../../../scripts/test-requirements.ts";
import { useStateFiles } from "../support/state-files.js";

const { folder, newStateFile, cli } = useStateFiles();

/** The command in its own process. */
interface Command {
  child: ChildProcess;
  /** Resolves when the output has such a text, with what its first group matched. */
  printed(text: RegExp): Promise<string>;
  /** The exit code, and the signal that ended the process; to be asked for before it ends. */
  ended: Promise<[number | null, NodeJS.Signals | null]>;
}

function start(args: string[], { nodeArgs = [] as string[], prefix = [] as string[] } = {}): Command {
  const command = [process.execPath, ...nodeArgs, cli(), "--port", "0", "--log", "none", ...args];
  const [file = "", ...rest] = [...prefix, ...command];
  const child = spawn(file, rest, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  const onOutput = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
      for (const look of onOutput) look();
    });
  }
  const ended = once(child, "close") as Command["ended"];
  const printed = (text: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = text.exec(output);
        if (found) resolve(found[1] ?? "");
      };
      onOutput.add(look);
      ended.then(() => reject(new Error(`The command ended: ${output}`)));
      look();
    });
  return { child, printed, ended };
}

const readyAt = /ready at (\S+)\/v1/;

const headers = { authorization: "Bearer test-key" };

function addAgent(url: string): Promise<Response> {
  const body = JSON.stringify({ name: "Tara Menon", email: "tara.menon@example.com" });
  return fetch(`${url}/v1/agents`, { method: "POST", headers, body });
}

/** Requests that would never end by themselves: an event stream, a held request, and one with a long latency. */
async function keepBusy(url: string): Promise<Promise<unknown>[]> {
  const events = await fetch(`${url}/__mock__/events`);
  const control = (path: string, body: object) =>
    fetch(`${url}/__mock__${path}`, { method: "POST", body: JSON.stringify(body) });
  const { id } = await (await control("/gates", { operation: "listCategories" })).json();
  await control("/faults", { operation: "listAgents", latencyMs: 1_000_000 });
  await control("/faults", { operation: "uploadRecording", upload: { bytesPerSecond: 1 } });
  const body = JSON.stringify({ filename: "a.wav", contentType: "audio/wav" });
  const grant = await fetch(`${url}/v1/calls/presigned-url`, { method: "POST", headers, body });
  const { presignedUrl } = (await grant.json()).data;
  const uploadHeaders = { "content-type": "audio/wav" };
  const busy = [
    events.text(),
    fetch(`${url}/v1/categories`, { headers }),
    fetch(`${url}/v1/agents`, { headers }),
    fetch(presignedUrl, { method: "PUT", headers: uploadHeaders, body: new Uint8Array(1_000_000) }),
  ];
  for (const each of busy) each.catch(() => {});
  await fetch(`${url}/__mock__/gates/${id}?waitMs=60000`);
  return busy;
}

/** The agent that was added is in the file, and nothing is left beside it. */
function expectWhole(state: string): void {
  expect([existsSync(`${state}.part`), existsSync(`${state}.recordings`)]).toEqual([false, false]);
  expect(readFileSync(state, "utf8")).toContain("tara.menon@example.com");
}

test("SIGTERM ends it with 0 and a whole state file, whatever is open", async () => {
  const state = newStateFile();
  const { child, printed, ended } = start(["--state", state]);
  const url = await printed(readyAt);
  expect((await addAgent(url)).status).toBe(201);
  const busy = await keepBusy(url);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const outcomes = await Promise.allSettled(busy);
  expect(outcomes.map(({ status }) => status)).toEqual(busy.map(() => "rejected"));
  expectWhole(state);
});

/** A script that runs before the command. */
function preload(name: string, source: string): string[] {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return ["--import", path];
}

/** A server that is told to close never says that it has. */
const neverCloses = `import net from "node:net";
net.Server.prototype.close = function () { process.stderr.write("closing\\n"); return this; };`;

test("a second signal ends it at once, with the code of that signal", async () => {
  const command = start(["--state", newStateFile()], { nodeArgs: preload("closes", neverCloses) });
  await command.printed(readyAt);
  command.child.kill("SIGTERM");
  await command.printed(/closing/);
  // npx passes the first Ctrl-C on a second time.
  await new Promise((resolve) => setTimeout(resolve, 400));
  command.child.kill("SIGINT");
  expect(await command.ended).toEqual([130, null]);
});

test("Ctrl-C that npx passes on a second time does not keep the state from being saved", async () => {
  const state = newStateFile();
  const { child, printed, ended } = start(["--state", state]);
  await addAgent(await printed(readyAt));
  child.kill("SIGINT");
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  expectWhole(state);
});

const loadsSlowly = `import fs from "node:fs/promises"; import { syncBuiltinESMExports } from "node:module";
const { stat } = fs;
fs.stat = async (...args) => {
  if (!String(args[0]).includes("/state-")) return stat(...args);
  process.stderr.write("loading\\n");
  await new Promise((resolve) => setTimeout(resolve, 500));
  return stat(...args);
};
syncBuiltinESMExports();`;

test("a signal while the state is being loaded ends it with 0", async () => {
  const { child, printed, ended } = start(["--state", newStateFile()], { nodeArgs: preload("slow", loadsSlowly) });
  await printed(/loading/);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("a state that cannot be saved at the end is one line and code 1", async () => {
  const state = newStateFile();
  const { child, printed, ended } = start(["--state", state]);
  await addAgent(await printed(readyAt));
  mkdirSync(`${state}.part`);
  child.kill("SIGTERM");
  const line = printed(/(call-analysis-mock: EISDIR.*\n)/);
  expect(await ended).toEqual([1, null]);
  expect((await line).trimEnd().split("\n")).toHaveLength(1);
});

test("it goes on when who started it closes its output", async () => {
  const { child, printed, ended } = start(["--log", "pretty"]);
  const url = await printed(readyAt);
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (const _ of [1, 2, 3]) expect((await fetch(`${url}/v1/agents`, { headers })).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

const namespace = ["unshare", "--pid", "--fork", "--mount-proc"];
const hasNamespaces = spawnSync(namespace[0] ?? "", [...namespace.slice(1), "true"]).status === 0;
const inContainer = hasNamespaces ? {} : skippedFor({ what: "a PID namespace", how: "as root, on Linux" });

describe("as process 1, as in a container", inContainer, () => {
  /** The process that is number 1 inside, as this side numbers it. */
  const inner = ({ child }: Command) =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ")[0]);

  test("SIGINT ends it with 0 and a whole state file, whatever is open", async () => {
    const state = newStateFile();
    const command = start(["--state", state], { prefix: namespace });
    const url = await command.printed(readyAt);
    expect((await addAgent(url)).status).toBe(201);
    await keepBusy(url);
    process.kill(inner(command), "SIGINT");
    expect((await command.ended)[0]).toBe(0);
    expectWhole(state);
  });
});
