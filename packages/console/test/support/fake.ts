/** The fake as its users start it: the built command, which serves the built console. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { CallAnalysis } from "@call-analysis/sdk";

const command = fileURLToPath(new URL("../../../mock/dist/cli.js", import.meta.url));

/** A fake in a process of its own. */
export interface Fake {
  /** Its origin. */
  url: string;
  /** Where its console is, with the token if it has one. */
  consoleUrl: string;
  /** A client that is not the console. */
  sdk: CallAnalysis;
  /** Sends a control request. @throws {Error} when its status is not one of success */
  control<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Body>;
  stop(): Promise<void>;
}

/** Starts the command, on a free port by default. `--port` and `--log` are given already. */
export async function startFake(args: readonly string[] = [], port = "0"): Promise<Fake> {
  const child = spawn(process.execPath, [command, "--port", port, "--log", "none", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { url, consoleUrl } = await addressesOf(child);
  const adminToken = args[args.indexOf("--admin-token") + 1];
  const headers: Record<string, string> = args.includes("--admin-token") ? { "x-admin-token": adminToken ?? "" } : {};
  return {
    url,
    consoleUrl,
    sdk: new CallAnalysis({ baseUrl: `${url}/v1`, campaignBaseUrl: url, apiKey: "test-key" }),
    async control(method, path, body) {
      const response = await fetch(`${url}/__mock__${path}`, { method, headers, body: JSON.stringify(body) ?? null });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    },
  };
}

function addressesOf(child: ChildProcess): Promise<{ url: string; consoleUrl: string }> {
  return new Promise((resolve, reject) => {
    let written = "";
    child.stdout?.on("data", (chunk) => {
      written += chunk;
      const [, url, consoleUrl] = /ready at (\S+)\/v1\nconsole at (\S+)\n/.exec(written) ?? [];
      if (url && consoleUrl) resolve({ url, consoleUrl });
    });
    child.stderr?.on("data", (chunk) => {
      written += chunk;
    });
    child.on("close", () => reject(new Error(`The command ended: ${written}`)));
  });
}
