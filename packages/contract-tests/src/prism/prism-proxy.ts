import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A running Prism that checks every request and response against the document. */
export interface PrismProxy {
  url: string;
  stop(): Promise<void>;
}

const documentFiles = {
  external: fileURLToPath(new URL("../../../../openapi/external.yaml", import.meta.url)),
  campaign: fileURLToPath(new URL("../../../../openapi/campaigns.yaml", import.meta.url)),
};
/** Generous, for other programs may keep the machine busy. */
const startTimeoutMs = 120_000;

/** What a Prism checks, and where. */
export interface PrismOptions {
  /** Where Prism is installed. */
  folder: string;
  /** Whose document the requests and responses must obey. */
  interfaceName: keyof typeof documentFiles;
}

/** Starts Prism in front of an upstream address. */
export async function startPrism(upstream: string, { folder, interfaceName }: PrismOptions): Promise<PrismProxy> {
  const port = await freePort();
  const program = join(folder, "node_modules/@stoplight/prism-cli/dist/index.js");
  const args = [
    program,
    "proxy",
    documentFiles[interfaceName],
    upstream,
    "--port",
    String(port),
    "--host",
    "127.0.0.1",
  ];
  const prism = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => kill(prism);
  try {
    await untilListening(prism);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

function untilListening(prism: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error(`Prism did not start:\n${output}`)), startTimeoutMs);
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      finish();
    };
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("is listening")) settle(resolve);
    };
    prism.stdout?.on("data", read);
    prism.stderr?.on("data", read);
    prism.once("exit", () => settle(() => reject(new Error(`Prism ended:\n${output}`))));
  });
}

async function kill(prism: ChildProcess): Promise<void> {
  if (prism.exitCode !== null || prism.signalCode !== null) return;
  const ended = once(prism, "exit");
  // After SIGTERM it would wait five minutes for idle connections.
  prism.kill("SIGKILL");
  await ended;
}

/** Prism does not accept port 0. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
