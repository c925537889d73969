import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";

const agents = '{"data":[]}';

const broken: [body: "empty" | "malformed" | "truncate", text: string | undefined][] = [
  ["empty", ""],
  ["malformed", '{"data":[],'],
  // The connection breaks in the middle.
  ["truncate", undefined],
];

/** A fault of bodies did nothing to an override that is a `Response`. */
test.each(broken)("a body that is %s is so for an override that is a Response, too", async (body, text) => {
  const service = createMockService();
  service.use("listAgents", () => new Response(agents, { headers: { "content-type": "application/json" } }));
  service.faults.inject({ operation: "listAgents", body });
  const headers = { authorization: "Bearer test-key" };
  const response = await service.fetch(`${service.addresses.baseUrl}/agents`, { headers });
  expect(response.status).toBe(200);
  expect(await response.text().catch(() => undefined)).toBe(text);
});

test("an override that breaks the connection stays that, whatever happens to its body", async () => {
  const service = createMockService();
  service.use("listAgents", () => Response.error());
  service.faults.inject({ operation: "listAgents", body: "truncate" });
  const headers = { authorization: "Bearer test-key" };
  await expect(service.fetch(`${service.addresses.baseUrl}/agents`, { headers })).rejects.toThrow(TypeError);
  expect(service.journal.entries()).toMatchObject([{ status: null }]);
});
