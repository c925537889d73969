/** The servers that are compared. */
import { mkdirSync, writeFileSync } from "node:fs";
import { benchPath, rootPath } from "../harness/paths.ts";
import type { ServerProgram } from "../harness/server-process.ts";
import { agentListText } from "../subjects/agent-list.ts";

/** The fake's command. */
export function fakeProgram(): ServerProgram {
  return {
    name: "ours",
    path: rootPath("packages/mock/dist/cli.js"),
    flags: (port) => ["--port", String(port), "--log", "none"],
    requestPath: "/v1/agents",
    headers: { authorization: "Bearer test-key" },
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
