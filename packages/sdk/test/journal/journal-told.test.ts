/** What a journal is told of a creation whose caller has left. */
import { createMockService } from "@call-analysis/mock";
import { AbortError, CallAnalysis, type Journal } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith, quickRetry } from "../support/test-client.ts";
import { passTime, useVirtualTime } from "../support/virtual-time.ts";

test("a creation whose caller leaves while it is sent is told as uncertain, so that nobody waits for it", async () => {
  const service = createMockService();
  const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch });
  const [agent] = await sdk.agents.list();
  const [category] = await sdk.categories.list();
  const told: string[] = [];
  const journal: Journal = {
    claim: async () => ({ status: "claimed" }),
    created: async () => void told.push("created"),
    released: async () => void told.push("released"),
    uncertain: async () => void told.push("uncertain"),
  };
  const gate = service.hold("createCall");
  const caller = new AbortController();
  const call = { memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url: "https://files.test/a.wav" };
  const submitting = sdk.calls.submitUrl(call, { journal, key: "order-7", signal: caller.signal });
  const failing = submitting.catch((error: unknown) => error);
  await gate.reached();
  caller.abort();
  gate.release();
  const error = await failing;
  expect(AbortError.is(error) && error.requestSent).toBe(true);
  expect(told).toEqual(["uncertain"]);
});

test("a journal that hangs when it is told of a call does not outlast the limits of the flow, and the call is given", async () => {
  const service = createMockService();
  const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch });
  const [agent] = await sdk.agents.list();
  const [category] = await sdk.categories.list();
  const caller = new AbortController();
  const journal: Journal = {
    claim: async () => ({ status: "claimed" }),
    created: () => {
      setTimeout(() => caller.abort(), 10);
      return new Promise(() => {});
    },
    released: async () => {},
  };
  const call = { memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url: "https://files.test/a.wav" };
  const { callId } = await sdk.calls.submitUrl(call, { journal, key: "order-7", signal: caller.signal });
  expect(service.db.calls.list()).toMatchObject([{ id: callId }]);
});

test("a journal that hangs when it is told of a call keeps nobody waiting for longer than timeoutMs", async () => {
  useVirtualTime();
  const lines: string[] = [];
  const logger = { debug() {}, info() {}, warn: (line: string) => void lines.push(line), error() {} };
  const { fetch } = oneOffFetch(() =>
    Response.json({ data: { callId: "call-1", status: "processing" } }, { status: 202 }),
  );
  let hasBeenTold = () => {};
  const told = new Promise<void>((resolve) => {
    hasBeenTold = resolve;
  });
  const journal: Journal = {
    claim: async () => ({ status: "claimed" }),
    created: () => {
      hasBeenTold();
      return new Promise(() => {});
    },
    released: async () => {},
  };
  const call = { memberId: "m", categoryId: "c", audio_url: "https://files.test/a.wav" };
  const submitting = clientWith(fetch, { logger }).calls.submitUrl(call, {
    journal,
    key: "order-7",
    timeoutMs: 60_000,
  });
  await told;
  await passTime(60_000);
  expect((await submitting).callId).toBe("call-1");
  expect(lines).toEqual([expect.stringContaining('The journal could not record that "order-7" is created as call-1.')]);
});

test("recreate holds for the first claim: what another caller leaves uncertain after it is a question of its own", async () => {
  const recreates: boolean[] = [];
  const journal: Journal = {
    claim: async (_key, { recreate }) => {
      recreates.push(recreate);
      return { status: "claimed" };
    },
    created: async () => {},
    released: async () => {},
  };
  const { fetch } = oneOffFetch(
    () => Response.json({}, { status: 429 }),
    () => Response.json({ data: { callId: "call-1", status: "processing" } }, { status: 202 }),
  );
  const call = { memberId: "m", categoryId: "c", audio_url: "https://files.test/a.wav" };
  await clientWith(fetch, { retry: quickRetry }).calls.submitUrl(call, { journal, key: "order-7", recreate: true });
  expect(recreates).toEqual([true, false]);
});
