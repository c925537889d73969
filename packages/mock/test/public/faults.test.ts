/** Faults, gates, overrides and the journal of the fake in this process. */
import { expect, test } from "vitest";
import { failureOf, startFake } from "../../../sdk/test/public/support/fake.ts";

const quietly = { retry: false } as const;

test("all rules are one list, the newest first, and can be changed, switched off and removed", async () => {
  const { service, sdk } = startFake();
  const { rules } = service;
  const [first = "", second = "", third = ""] = [410, 418, 503].map((status) =>
    service.faults.inject({ operation: "listAgents", status }),
  );
  const ids = () => rules.list().map(({ id }) => id);
  const status = async () => (await failureOf(sdk.agents.list(quietly))).status;
  expect([ids(), await status()]).toEqual([[third, second, first], 503]);
  rules.disable(third);
  expect([ids(), await status()]).toEqual([[third, second, first], 418]);
  rules.update(second, { when: { operation: "listCategories" } });
  expect(await status()).toBe(410);
  rules.enable(third);
  expect(await status()).toBe(503);
  expect([rules.remove(third), rules.remove(third), ids()]).toEqual([true, false, [second, first]]);
  rules.clear();
  expect(await sdk.agents.list(quietly)).toHaveLength(4);
});

test("a gate holds what matches until it is released, and the service has done nothing before", async () => {
  const { service, sdk, input, calls } = startFake();
  const gate = service.hold("createCall", { udfs: { crm: 7 } });
  await sdk.calls.submitFile(input());
  const held = [1, 2].map((other) => sdk.calls.submitFile({ ...input(), udfs: { crm: 7, other } }));
  await gate.reached();
  await expect.poll(() => gate.held).toBe(2);
  expect(calls()).toBe(1);
  gate.release();
  await Promise.all(held);
  expect(calls()).toBe(3);
  await sdk.calls.submitFile({ ...input(), udfs: { crm: 7 } });
});

test("an override answers in the test's way, so often as it says, and to the letter", async () => {
  const { service, sdk } = startFake();
  service.use("listAgents", () => ({ data: [] }), { times: 1 });
  service.use("getCategory", ({ params }) =>
    params.categoryId === "gone" ? new Response(null, { status: 410 }) : undefined,
  );
  expect([(await sdk.agents.list()).length, (await sdk.agents.list()).length]).toEqual([0, 4]);
  expect((await failureOf(sdk.categories.get("gone", quietly))).status).toBe(410);
  expect((await failureOf(sdk.categories.get("other", quietly))).status).toBe(404);
  service.use("listCategories", () => ({ data: [{ id: 7 }] }) as never);
  expect(await sdk.categories.list(quietly)).toEqual([{ id: 7 }]);
});
