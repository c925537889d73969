import { expect, test } from "vitest";
import { createMockService, MockServiceError } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall, known } from "../support/flow.js";

function agents() {
  const service = createMockService();
  const [asha, rohan] = service.db.agents.list();
  if (!asha || !rohan) throw new Error("The demo has four agents.");
  return { service, table: service.db.agents, asha, rohan };
}

test("an id and an e-mail are had by one row, and the error says which has them", () => {
  const { table, asha, rohan } = agents();
  const before = table.list();
  const refused = [
    () => table.insert({ ...asha, email: "other@example.com" }),
    () => table.insert({ ...asha, id: "mem_other" }),
    () => table.update(rohan.id, { email: asha.email.toUpperCase() }),
  ];
  for (const action of refused) expect(action).toThrow(MockServiceError);
  expect(refused[0]).toThrow(`id: the agent "${asha.id}" already exists`);
  expect(refused[1]).toThrow(`email: already belongs to the agent "${asha.id}"`);
  expect(table.list()).toEqual(before);
});

test("a row that cannot be is refused, naming the field, and changes nothing", () => {
  const { service, table, asha, rohan } = agents();
  const before = service.snapshot().organizations;
  const misspelt = { ...asha, id: "mem_new", email: "new@example.com", nmae: "New" };
  expect(() => table.insert(misspelt)).toThrow("nmae: is unknown; did you mean name?");
  expect(() => table.update(asha.id, { emial: "x@y.z" } as object)).toThrow("emial: is unknown");
  expect(() => table.insert({ name: "x" } as never)).toThrow(/^id: is required; .*email: is required; /);
  expect(() => table.insert({ ...asha, id: "mem_x", organizationId: "org_x" })).toThrow(
    "organizationId: is not the id",
  );
  expect(() => table.update(asha.id, { id: rohan.id } as object)).toThrow("id: cannot change");
  expect(service.snapshot().organizations).toEqual(before);
});

test("an update and a deletion are in the next response, and free what the row had", async () => {
  const { service, table, asha, rohan } = agents();
  const listed = async () => (await ask(service, "GET /agents")).body.data as unknown as { id: string; name: string }[];
  expect(await listed()).toHaveLength(4);
  table.update(asha.id, { name: "Asha Rao", email: "asha.rao@example.com" });
  expect((await listed())[0]).toMatchObject({ id: asha.id, name: "Asha Rao" });
  expect(() => table.update("mem_nowhere", {})).toThrow('The agent "mem_nowhere" does not exist.');
  expect([table.delete(rohan.id), table.delete(rohan.id), table.get(rohan.id)]).toEqual([true, false, undefined]);
  expect((await listed()).map(({ id }) => id)).not.toContain(rohan.id);
  for (const { email } of [asha, rohan]) expect(table.insert({ ...rohan, id: email, email }).id).toBe(email);
});

test("neither what was put in nor what comes out changes the table", async () => {
  const { service } = agents();
  const callId = await createCall(service);
  const udfs: Record<string, unknown> = JSON.parse('{"__proto__":{"a":[1]},"constructor":null,"b":["new"]}');
  service.db.calls.update(callId, { udfs: { ...udfs, at: new Date(0) } });
  Object(udfs.b).push("changed");
  const kept = service.db.calls.get(callId)?.udfs;
  expect(JSON.stringify(kept)).toBe(
    '{"__proto__":{"a":[1]},"constructor":null,"b":["new"],"at":"1970-01-01T00:00:00.000Z"}',
  );
  expect(() => Object(kept?.b).push("changed")).toThrow(TypeError);
});

test("a prospect is kept with keys of any type, in their order", async () => {
  const service = createMockService();
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  const body = '{"name":"Ravi","phone":"+9198","city":"Pune","tags":[1,{"a":null}],"__proto__":{"b":true}}';
  expect((await ask(service, `POST ${address}`, { body })).status).toBe(200);
  expect(JSON.stringify(service.db.prospects.list()[0]?.fields)).toBe(body);
});
