import { expect, test } from "vitest";
import { type RequestLogEntry, serve } from "../../src/adapters/server.js";
import { createMockService } from "../../src/index.js";

/** A stream that one half of a tee leaves unread cannot be cancelled until the other half is; the fake waited for that. */
test("a body that is refused half read gets its answer, also when the request was cloned before", async () => {
  const service = createMockService();
  const request = new Request(`${service.addresses.baseUrl}/agents`, {
    method: "POST",
    headers: { authorization: "Bearer test-key" },
    body: "x".repeat(2_000_000),
  });
  const clone = request.clone();
  expect((await service.fetch(request)).status).toBe(413);
  expect(await clone.text()).toHaveLength(2_000_000);
});

/** Node gives an answer the status 200 before it is written, and the log had that status for broken connections. */
test("a request that was not answered is logged with the status 0", async () => {
  const service = createMockService();
  const entries: RequestLogEntry[] = [];
  const { url, close } = await serve(service, { port: 0, onRequest: (entry) => entries.push(entry) });
  service.faults.inject({ network: "reset" });
  await expect(fetch(`${url}/v1/agents`)).rejects.toThrow(TypeError);
  await close();
  expect(entries.map(({ status }) => status)).toEqual([0]);
});
