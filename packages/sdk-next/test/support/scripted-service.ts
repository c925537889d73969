import { createServer, type IncomingMessage, type Server } from "node:http";
import { serveInTest } from "./local-server.ts";
import type { RecordedRequest, ScriptedResponse } from "./scripted-responses.ts";

/** A service on a real socket that responds by a script. */
export interface ScriptedService {
  /** Without a version segment, such as `http://127.0.0.1:40123`. */
  origin: string;
  baseUrl: string;
  /** Every request, in the order of arrival. */
  requests: RecordedRequest[];
  /** How many connections are open now. */
  openConnections(): Promise<number>;
}

/**
 * Starts a service on 127.0.0.1 whose requests get the responses in order; the last one stays for all
 * further requests. It is closed, with all its connections, when the test is over.
 */
export async function startScriptedService(
  ...script: [ScriptedResponse, ...ScriptedResponse[]]
): Promise<ScriptedService> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await record(incoming);
    const scripted = script[Math.min(requests.length, script.length - 1)] as ScriptedResponse;
    requests.push(request);
    await scripted(response, request);
  });
  const origin = await serveInTest(server);
  return { origin, baseUrl: `${origin}/v1`, requests, openConnections: () => connectionsOf(server) };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  let body = "";
  for await (const chunk of incoming.setEncoding("utf8")) body += chunk;
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, body, atMs: performance.now() };
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
