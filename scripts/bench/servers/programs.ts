/** The servers that are compared, and what each needs to answer the same list. */
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchPath, rootPath } from "../harness/folders.ts";
import { hasPeer, peerPath } from "../harness/peers.ts";
import type { ServerProgram } from "../harness/server-process.ts";
import { agentListText } from "../subjects/agent-list.ts";
import { mockoonEnvironment } from "./mockoon-environment.ts";

/** Every server whose package is installed: ours first, the reference `hono` second. */
export async function serverPrograms(): Promise<ServerProgram[]> {
  const folder = join(tmpdir(), `call-analysis-bench-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const listText = await agentListText();
  const listPath = written(join(folder, "list.json"), listText);
  const programs = [
    ours(),
    bare("hono", listPath),
    bare("node", listPath),
    bare("express", listPath),
    bare("fastify", listPath),
    bare("msw-get-response", listPath),
    prism(),
    jsonServer(written(join(folder, "database.json"), databaseText(listText))),
    mockoon(written(join(folder, "mockoon.json"), JSON.stringify(mockoonEnvironment(listText)))),
  ];
  return programs.filter(({ needs }) => needs.every(hasPeer)).map(({ program }) => program);
}

interface Candidate {
  needs: readonly string[];
  program: ServerProgram;
}

function ours(): Candidate {
  return { needs: [], program: fakeProgram("ours") };
}

/** The fake's command, with further flags. */
export function fakeProgram(name: string, moreFlags: readonly string[] = []): ServerProgram {
  const headers = { authorization: "Bearer test-key" };
  const path = rootPath("packages/mock/dist/cli.js");
  const flags = (port: number) => ["--port", String(port), "--log", "none", ...moreFlags];
  return { name, path, flags, requestPath: "/v1/agents", headers };
}

const packagesOf: Readonly<Record<string, readonly string[]>> = {
  hono: ["hono", "@hono/node-server"],
  express: ["express"],
  fastify: ["fastify"],
  "msw-get-response": ["msw"],
};

function bare(name: string, listPath: string): Candidate {
  const path = benchPath("servers/bare-server.js");
  const flags = (port: number) => [name, String(port), listPath];
  return { needs: packagesOf[name] ?? [], program: { name, path, flags, requestPath: "/v1/agents" } };
}

/** Prism answers with the example of the contract. */
function prism(): Candidate {
  const path = peerPath("@stoplight/prism-cli/dist/index.js");
  const contract = rootPath("openapi/call-analysis.yaml");
  const options = ["--host", "127.0.0.1", "--multiprocess", "false", "--verboseLevel", "silent"];
  const flags = (port: number) => ["mock", contract, "--port", String(port), ...options];
  const headers = { authorization: "Bearer test-key" };
  return { needs: ["@stoplight/prism-cli"], program: { name: "prism", path, flags, requestPath: "/agents", headers } };
}

function jsonServer(databasePath: string): Candidate {
  const path = peerPath("json-server/lib/cli/bin.js");
  const flags = (port: number) => [databasePath, "--port", String(port), "--host", "127.0.0.1", "--quiet"];
  return { needs: ["json-server"], program: { name: "json-server", path, flags, requestPath: "/agents" } };
}

function mockoon(environmentPath: string): Candidate {
  const path = peerPath("@mockoon/cli/bin/run.js");
  const options = ["--hostname", "127.0.0.1", "--disable-log-to-file", "--disable-admin-api"];
  const flags = (port: number) => ["start", "--data", environmentPath, "--port", String(port), ...options];
  return { needs: ["@mockoon/cli"], program: { name: "mockoon", path, flags, requestPath: "/v1/agents" } };
}

function databaseText(listText: string): string {
  const { data } = JSON.parse(listText) as { data: unknown };
  return JSON.stringify({ agents: data });
}

function written(path: string, text: string): string {
  writeFileSync(path, text);
  return path;
}
