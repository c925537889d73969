/** What a journal is told of a creation whose caller has left. */
import { createMockService } from "@call-analysis/mock";
import { AbortError, CallAnalysis, type Journal } from "@call-analysis/sdk";
import { expect, test } from "vitest";

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
