import { expect, test } from "vitest";
import { createMockService, JournalWaitError } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall } from "../support/flow.js";
import { soon } from "../support/soon.js";

test("waitFor resolves with an entry as soon as it comes, and no other", async () => {
  const service = createMockService();
  const waiting = service.journal.waitFor({ operation: "createCall", status: 202 });
  await ask(service, "POST /calls", { body: {} });
  await createCall(service);
  expect(await waiting).toMatchObject({ id: 2, status: 202 });
});

test("waitFor that gets nothing in time lists the nearest misses, and what about them is otherwise", async () => {
  const service = createMockService();
  await ask(service, "GET /agents");
  await createCall(service, { udfs: { crm: 7 } });
  const match = { operation: "createCall", status: 202, udfs: { crm: 8 } } as const;
  const error = await service.journal.waitFor(match, { timeoutMs: 5 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(JournalWaitError);
  expect(String(error)).toBe(
    [
      'JournalWaitError: No request matched {"operation":"createCall","status":202,"udfs":{"crm":8}} within 5 ms. The nearest misses:',
      '  #2 createCall POST /v1/calls 202: udfs is {"crm":7}, not {"crm":8}',
      '  #1 listAgents GET /v1/agents 200: operation is "listAgents", not "createCall", status is 200, not 202, udfs is missing, not {"crm":8}',
    ].join("\n"),
  );
});

test("waitFor names the latest of misses that are equally near", async () => {
  const service = createMockService();
  for (let count = 0; count < 4; count += 1) await ask(service, "GET /agents");
  const error = await service.journal.waitFor({ operation: "createCall" }, { timeoutMs: 5 }).catch(String);
  expect(String(error).match(/#\d/g)).toEqual(["#4", "#3", "#2"]);
});

test("waitFor resolves with an entry that the journal does not keep", async () => {
  const service = createMockService({ journal: { maxEntries: 0 } });
  const waiting = service.journal.waitFor({ operation: "listAgents" });
  await ask(service, "GET /agents");
  expect(await waiting).toMatchObject({ id: 1, status: 200 });
});

test.each([-1, Number.NaN, "soon"])("waitFor refuses the time %j", async (timeoutMs) => {
  const { journal } = createMockService();
  await expect(journal.waitFor({}, { timeoutMs: timeoutMs as number })).rejects.toThrow(/^timeoutMs: must be a number/);
});

test("waitFor ends when the service is reset", async () => {
  const service = createMockService();
  const waiting = service.journal.waitFor({ operation: "createCall" });
  service.reset();
  await expect(soon(waiting)).rejects.toThrow("before the service was reset");
});

test("waitFor ends when its signal aborts, and keeps the reason", async () => {
  const { journal } = createMockService();
  const controller = new AbortController();
  const waiting = journal.waitFor({ operation: "createCall" }, { signal: controller.signal });
  controller.abort("enough");
  const error = await waiting.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "JournalWaitError", cause: "enough" });
});
