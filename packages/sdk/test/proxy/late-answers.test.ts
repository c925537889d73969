/** What a creation does with answers that come late, or not at all. */
import { setImmediate } from "node:timers/promises";
import { SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { Creations } from "../../src/proxy/creations.ts";
import { memoryLedger } from "../../src/record/memory-ledger.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { gate } from "../support/gate.ts";

test.each([{ status: "unknown" }, { status: "created", callId: "call-77" }] as const)(
  "a late answer of the ledger that is no claim releases nothing: %o",
  async (answer) => {
    const late = gate();
    const claim = async () => {
      await late.opened;
      return answer;
    };
    const released = vi.fn(async () => {});
    const creations = new Creations({
      ledger: { ...memoryLedger(), claim, released },
      longestWaitMs: 1,
      log: () => {},
    });
    const sent = vi.fn();
    const creating = creations.createCall("key", { send: sent, toReply: vi.fn() });
    await expect(creating).rejects.toMatchObject({ reply: { status: 504 } });
    late.open();
    await setImmediate();
    expect(released).not.toHaveBeenCalled();
    expect(sent).not.toHaveBeenCalled();
  },
);

test("a creation that fails in a way that nobody foresaw stays claimed", async () => {
  const creations = new Creations({ ledger: memoryLedger(), longestWaitMs: 1_000, log: () => {} });
  const send = () => Promise.reject(new TypeError("of the server's own code"));
  const create = () => creations.createCall("key", { send, toReply: vi.fn() });
  await rejectionOf(create(), SubmissionUncertainError);
  expect((await create()).status).toBe(409);
});

test("a repetition waits a limited time for a first request that never ends, as on workerd when its page goes", async () => {
  const creations = new Creations({ ledger: memoryLedger(), longestWaitMs: 10, log: () => {} });
  creations.share("key", () => new Promise(() => {}));
  const unexpected = async () => ({ status: 500, body: undefined });
  expect((await creations.share("key", unexpected)).status).toBe(409);
  // It is forgotten then, so that the next one is up to the ledger.
  const next = async () => ({ status: 202, body: undefined });
  expect((await creations.share("key", next)).status).toBe(202);
});

test("a first request that ends after it was given up does not let a later one be sent twice", async () => {
  const creations = new Creations({ ledger: memoryLedger(), longestWaitMs: 10, log: () => {} });
  const [first, later] = [gate(), gate()];
  const replyAfter = (opened: Promise<void>) => async () => {
    await opened;
    return { status: 202, body: undefined };
  };
  const givenUp = creations.share("key", replyAfter(first.opened));
  await creations.share("key", replyAfter(first.opened));
  const sending = creations.share("key", replyAfter(later.opened));
  first.open();
  await givenUp;
  const again = vi.fn(replyAfter(later.opened));
  const repeated = creations.share("key", again);
  later.open();
  await Promise.all([sending, repeated]);
  expect(again).not.toHaveBeenCalled();
});
