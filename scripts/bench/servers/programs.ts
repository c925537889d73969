/** The servers that are compared, and a client of the fake. */
import { mkdirSync, writeFileSync } from "node:fs";
import { CallAnalysis } from "@call-analysis/sdk";
import { benchPath, rootPath } from "../harness/paths.ts";
import type { ServerProcess, ServerProgram } from "../harness/server-process.ts";
import { agentListText } from "../subjects/agent-list.ts";

const key = "test-key";

/** The fake's command, with further flags. */
export function fakeProgram(name: string, moreFlags: readonly string[] = []): ServerProgram {
  return {
    name,
    path: rootPath("packages/mock/dist/cli.js"),
    flags: (port) => ["--port", String(port), "--log", "none", ...moreFlags],
    requestPath: "/v1/agents",
    headers: { authorization: `Bearer ${key}` },
  };
}

/** A server that answers with the same list as the fake. */
export async function honoProgram(): Promise<ServerProgram> {
  const folder = benchPath("node_modules/.servers");
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/agents.json`, await agentListText());
  return {
    name: "hono",
    path: benchPath("servers/hono.js"),
    flags: (port) => [String(port), `${folder}/agents.json`],
    requestPath: "/v1/agents",
    headers: {},
  };
}

export function clientOf({ origin }: ServerProcess): CallAnalysis {
  return new CallAnalysis({ apiKey: key, baseUrl: `${origin}/v1` });
}
