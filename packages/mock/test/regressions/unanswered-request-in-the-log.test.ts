import { expect, test } from "vitest";
import { type RequestLogEntry, serve } from "../../src/adapters/server.js";
import { createMockService } from "../../src/index.js";

/** The status that Node gives an answer before it is written, 200, was told of connections that broke. */
test("a request that was not answered is told of with the status 0", async () => {
  const service = createMockService();
  const entries: RequestLogEntry[] = [];
  const { url, close } = await serve(service, { port: 0, onRequest: (entry) => entries.push(entry) });
  service.faults.inject({ network: "reset" });
  await expect(fetch(`${url}/v1/agents`)).rejects.toThrow(TypeError);
  await close();
  expect(entries.map(({ status }) => status)).toEqual([0]);
});
