import { onTestFinished } from "vitest";
import { type ServeOptions, serve } from "../../src/adapters/server.js";
import { createMockService, type MockServiceOptions } from "../../src/index.js";

/** A service that is reached over HTTP until the test has ended, and its control interface. */
export async function listening(options: MockServiceOptions = {}, serveOptions: ServeOptions = {}) {
  const service = createMockService(options);
  const server = await serve(service, { port: 0, ...serveOptions });
  onTestFinished(server.close);
  const control = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(`${server.url}/__mock__${path}`, { method, body: text, headers });
    return { status: response.status, body: await response.json() };
  };
  return { ...server, control, service: { ...service, fetch: globalThis.fetch } };
}
