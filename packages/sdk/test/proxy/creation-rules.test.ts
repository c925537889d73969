import { type CreationLedger, ServerError, SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { Creations } from "../../src/proxy/creations.js";
import { failureReply } from "../../src/proxy/failure.js";
import { ownRecord } from "../../src/record/ledger.js";
import { memoryLedger } from "../../src/record/memory-ledger.js";
import type { AttemptGuard } from "../../src/request/request-options.js";
import { deferred } from "../support/deferred.ts";
import { failureOf } from "../support/failure-of.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const longestWaitMs = 1_000;
const reply = { status: 202, body: "made" };
const never = () => new Promise<never>(() => {});
const created = { data: { callId: "call-1" }, response: new Response() };

function creationsWith(changes: Partial<CreationLedger> = {}) {
  const ledger = memoryLedger();
  const log = vi.fn();
  const creations = new Creations({
    baseUrl: "https://host/v1",
    ledger: { ...ledger, ...changes },
    longestWaitMs,
    log,
  });
  const createCall = (send: () => Promise<unknown> = async () => created) =>
    creations.createCall("key", {
      audioUrl: "https://files.test/call.wav",
      send: async ({ claim }) => {
        await claim();
        return send() as Promise<never>;
      },
      toReply: async (callId, own) => ({ status: 202, body: [callId, own !== undefined] }),
    });
  return { creations, createCall, ledger, log };
}

test("a creation that fails is forgotten, too, and so is the time that a repetition would have waited", async () => {
  const { creations } = creationsWith();
  const both = [1, 2].map(() => failureOf(creations.share("key", () => Promise.reject(new Error("no")))));
  await Promise.all(both);
  expect(vi.getTimerCount()).toBe(0);
  expect(await creations.share("key", async () => reply)).toBe(reply);
});

test("a creation that gives its claim back, because nothing was created, can be made again", async () => {
  const { creations } = creationsWith();
  const toReply = async (callId: string) => ({ status: 202, body: callId });
  const create = (send: (guard: AttemptGuard) => Promise<unknown>) =>
    creations.createCall("key", { audioUrl: "https://files.test/call.wav", send: send as never, toReply });
  const refused = create(async ({ claim, released }) => {
    await claim();
    await released();
    throw new ServerError("no", { status: 503 } as never);
  });
  expect(await failureOf(refused)).toBeInstanceOf(ServerError);
  const made = create(async ({ claim }) => {
    await claim();
    return created;
  });
  expect(await made).toEqual({ status: 202, body: "call-1" });
});

test("who repeats a creation waits so long, is told that it is uncertain, and the next one makes another", async () => {
  const { creations } = creationsWith();
  void creations.share("key", never);
  const repeated = creations.share("key", async () => reply);
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1);
  expect(await Promise.race([repeated, Promise.resolve("waiting")])).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(await repeated).toMatchObject({ status: 409, body: { error: { code: "submission_uncertain" } } });
  expect(await creations.share("key", async () => reply)).toBe(reply);
});

test("a first reply that comes after all does not make its successor forgotten", async () => {
  const { creations } = creationsWith();
  const first = deferred<typeof reply>();
  const firstShared = creations.share("key", () => first.promise);
  const repeated = creations.share("key", never);
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  await repeated;
  const second = deferred<typeof reply>();
  const secondShared = creations.share("key", () => second.promise);
  first.resolve(reply);
  await firstShared;
  const create = vi.fn(async () => reply);
  const third = creations.share("key", create);
  second.resolve(reply);
  await Promise.all([secondShared, third]);
  expect(create).not.toHaveBeenCalled();
});

test("no timer outlives a reply", async () => {
  const { creations, createCall } = creationsWith();
  const first = deferred<typeof reply>();
  const both = [creations.share("key", () => first.promise), creations.share("key", never)];
  first.resolve(reply);
  await Promise.all(both);
  await createCall();
  expect(vi.getTimerCount()).toBe(0);
});

test("what fails as nobody foresaw once it is claimed is uncertain, and stays claimed", async () => {
  const { createCall, ledger } = creationsWith();
  const failure = new Error("a bug");
  const error = await failureOf(createCall(() => Promise.reject(failure)));
  expect(SubmissionUncertainError.is(error) && error.cause).toBe(failure);
  expect(await ledger.claim("key")).toEqual({ status: "unknown" });
});

test("a ledger that takes too long when it is told of the call keeps no reply back, and is logged", async () => {
  const { createCall, log } = creationsWith({ created: never });
  const replying = createCall();
  await vi.advanceTimersByTimeAsync(longestWaitMs + 1_000);
  expect(await replying).toMatchObject({ body: ["call-1", true] });
  expect(log.mock.calls).toEqual([["warn", expect.stringContaining("ledger")]]);
});

test("a journal that has lost the claim lets nothing be sent", async () => {
  const find = async () => ({ stage: "creating", uncertain: true }) as const;
  const lost = { [ownRecord]: true, sending: async () => false, uncertain: async () => {}, find };
  const { creations } = creationsWith(lost as Partial<CreationLedger>);
  const sent = vi.fn();
  const creating = creations.createCall("key", {
    audioUrl: "https://files.test/call.wav",
    send: async (guard) => {
      await guard.claim();
      await guard.sending();
      sent();
      return created as never;
    },
    toReply: async () => reply,
  });
  const failing = failureOf(creating);
  await vi.runAllTimersAsync();
  expect(await failing).toMatchObject({ name: "SubmissionUncertainError" });
  expect(sent).not.toHaveBeenCalled();
});

test("after a slow creation the ledger has as long to record the call as after a fast one", async () => {
  const slowly = (timeMs: number) => new Promise<void>((resolve) => setTimeout(resolve, timeMs));
  const { createCall, log } = creationsWith({ created: () => slowly(longestWaitMs + 500) });
  const replied = vi.fn();
  void createCall(async () => slowly(longestWaitMs).then(() => created)).then(replied);
  await vi.advanceTimersByTimeAsync(2 * longestWaitMs + 499);
  expect(replied).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(replied).toHaveBeenCalledOnce();
  expect(log).not.toHaveBeenCalled();
});

test("of a creation that may have been done, the browser is told the service's request id and Retry-After", () => {
  const response = {
    requestId: "req-7",
    headers: new Headers(),
    body: undefined,
    fieldErrors: [],
    retryAfterMs: 6_500,
  };
  const cause = new ServerError("The service failed.", { status: 503, ...response });
  const uncertain = failureReply(new SubmissionUncertainError("It is unknown.", { cause }));
  expect(uncertain).toMatchObject({
    status: 503,
    body: { error: { code: "submission_uncertain" } },
    headers: { "x-request-id": "req-7", "retry-after": "7" },
  });
});
