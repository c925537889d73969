/** A Redis for the demo and the tests, on a free port of this machine. Its data folder outlives it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

/** A Redis server started by `startRedis`. */
export interface RedisServer {
  url: string;
  /** Kills it. */
  kill(): Promise<void>;
  /** Restarts it at the same address, with the same data. */
  restart(): Promise<void>;
  pid(): number | undefined;
}

export const howToGetRedis =
  "There is no redis-server on this machine. Install it: apt-get install redis-server, or brew install redis.";

export function hasRedisServer(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** @param appendfsync `always` for a journal; `everysec` may lose the last second */
export async function startRedis(
  folder: string,
  { appendfsync = "always" }: { appendfsync?: "always" | "everysec" } = {},
): Promise<RedisServer> {
  if (!hasRedisServer()) throw new Error(howToGetRedis);
  const port = await freePort();
  const flags = { port, bind: "127.0.0.1", dir: folder, save: "", appendonly: "yes", appendfsync };
  const start = () => startProcess(Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]));
  let server = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end(server),
    async restart() {
      await end(server);
      server = await start();
    },
    pid: () => server.pid,
  };
}

async function startProcess(flags: readonly string[]): Promise<ChildProcess> {
  const server = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "ignore"] });
  const lines: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    lines.push(line);
    if (line.includes("Ready to accept connections")) {
      server.stdout.resume();
      return server;
    }
  }
  throw new Error(`redis-server did not start: ${lines.slice(-3).join(" ")}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.kill("SIGKILL");
  await exit;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
