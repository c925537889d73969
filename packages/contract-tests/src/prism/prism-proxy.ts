import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
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

/** The options of a Prism proxy. */
export interface PrismOptions {
  /** Where Prism is installed. */
  folder: string;
  /** The interface whose document the requests and responses must follow. */
  interfaceName: keyof typeof documentFiles;
}

/** Starts Prism in front of an upstream URL, and waits until it responds. */
export async function startPrism(upstream: string, { folder, interfaceName }: PrismOptions): Promise<PrismProxy> {
  const port = await freePort();
  const program = join(folder, "node_modules/@stoplight/prism-cli/dist/index.js");
  const args = ["proxy", documentFiles[interfaceName], upstream, "--port", String(port), "--host", "127.0.0.1"];
  const prism = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(prism, "exit");
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (prism.exitCode !== null) throw new Error(`Prism ended with ${prism.exitCode}.`);
    await pause(100);
  }
  return {
    url,
    async stop() {
      // After SIGTERM it would wait five minutes for idle connections.
      prism.kill("SIGKILL");
      await ended;
    },
  };
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
