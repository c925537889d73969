/** What an outage does to a batch: it turns no night's recordings into questions, and creates nothing twice. */
import { type CallAnalysis, type ClientOptions, SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { type Entries, smallJournal, wholeJournal } from "../support/memory-journal.ts";
import {
  type Answer,
  brokenConnection,
  inputNamed,
  manyInputs,
  type Operation,
  refusal,
  refusedConnection,
  runBatch,
  SimulatedService,
  summaryOf,
} from "../support/simulated-service.ts";
import { onVirtualTime, pass } from "../support/virtual-run.ts";

const minute = 60_000;
const everything: Operation[] = ["grant", "put", "create", "analysis", "category"];

const failures = { "503": () => refusal(503), "a refused connection": refusedConnection, "a reset": brokenConnection };
const scopes = {
  "POST /calls": ["create"] as Operation[],
  "every POST": ["grant", "create"] as Operation[],
  "the store": ["put"] as Operation[],
  everything,
};

interface Outage {
  of: keyof typeof scopes;
  by: keyof typeof failures;
}

/** Ten seconds after the start. */
function outage({ of, by }: Outage, lengthMs: number): Answer {
  return ({ operation, atMs }) =>
    scopes[of].includes(operation) && atMs >= 10_000 && atMs < 10_000 + lengthMs ? failures[by]() : undefined;
}

const outages = (Object.keys(scopes) as Outage["of"][]).flatMap((of) =>
  // An upload is repeated after each of them.
  (of === "the store" ? (["503"] as const) : (Object.keys(failures) as Outage["by"][])).map(
    (by) => [`${of} by ${by}`, { of, by }] as const,
  ),
);

const options = { concurrency: 4, createsPerSecond: 2 };
const count = 40;

test("an outage of a minute loses nothing, and costs itself and a minute more", async () => {
  await checkRows(outages, (one) =>
    onVirtualTime(async () => {
      const service = new SimulatedService({ answer: outage(one, minute) });
      const { outcomes, failure } = await runBatch(service.client(), manyInputs(count), options);
      expect(failure).toBeUndefined();
      const { ok = 0, SubmissionUncertainError: uncertain = 0 } = summaryOf(outcomes);
      expect(ok + uncertain).toBe(count);
      // A refused connection proves that nothing was sent.
      expect(uncertain).toBeLessThanOrEqual(one.by === "a refused connection" ? 0 : 4 + 3);
      expect(new Set(service.names()).size).toBe(service.calls.length);
      expect(service.nowMs()).toBeLessThanOrEqual((count / 2) * 1_000 + 2 * minute + 10_000);
    }),
  );
});

test("an outage of thirty minutes stops the batch, and the same call afterwards finishes", async () => {
  await checkRows(outages, (one) =>
    onVirtualTime(async () => {
      const service = new SimulatedService({ answer: outage(one, 30 * minute) });
      const entries: Entries = new Map();
      const journal = wholeJournal(entries);
      const inputs = manyInputs(count).map((input) => ({ ...input, key: input.filename }));
      const first = await runBatch(service.client(), inputs, { ...options, journal });
      expect(first.failure?.message).toContain(`Inputs not started: ${count - first.outcomes.length}.`);
      expect(summaryOf(first.outcomes).SubmissionUncertainError ?? 0).toBeLessThanOrEqual(4 + 3);
      expect(service.nowMs()).toBeLessThan(23 * minute);
      await pass(30 * minute);
      // Somebody has looked which calls there are.
      for (const [key, { state }] of entries) if (state !== "uploaded") entries.delete(key);
      for (const [index, key] of service.names().entries())
        entries.set(key, { state: "created", callId: `call-${index + 1}` });
      const second = await runBatch(service.client(), inputs, { ...options, journal });
      expect(second.failure).toBeUndefined();
      expect(summaryOf(second.outcomes)).toEqual({ ok: count });
      expect(new Set(service.names()).size).toBe(count);
      expect(service.calls).toHaveLength(count);
    }),
  );
});

/** A client that loses what became of some creations, counted from 1, whatever the service has answered. */
function losingClient(
  service: SimulatedService,
  isLost: (nth: number) => boolean,
  options?: ClientOptions,
): CallAnalysis {
  const sdk = service.client(options);
  const { withOptions } = sdk;
  let sent = 0;
  // A batch creates calls by a client that it derives.
  const derive: typeof withOptions = (changes) => {
    const derived = withOptions(changes);
    const { submitUrl } = derived.calls;
    derived.calls.submitUrl = async (input, options) => {
      sent += 1;
      const nth = sent;
      const created = await submitUrl(input, options);
      if (isLost(nth)) throw new SubmissionUncertainError("Lost.", { cause: brokenConnection() });
      return created;
    };
    return derived;
  };
  return Object.assign(sdk, { withOptions: derive });
}

test("after an uncertain creation nothing starts before a read has succeeded, and then one goes first", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      latencyMs: 0,
      answer: ({ operation, nth, atMs }) =>
        operation === "category" && atMs < 40_000 && nth > 1 ? refusal(500) : undefined,
    });
    const sdk = losingClient(service, (nth) => nth === 1, { retry: { initialDelayMs: 100 } });
    const { outcomes } = await runBatch(sdk, manyInputs(20), { concurrency: 1 });
    expect(summaryOf(outcomes)).toEqual({ ok: 19, SubmissionUncertainError: 1 });
    const readAtMs = service.times.category.find((atMs) => atMs >= 40_000) ?? 0;
    const started = [...service.times.grant, ...service.times.create].filter(
      (atMs) => atMs > (service.times.create[0] ?? 0),
    );
    expect(Math.min(...started)).toBeGreaterThanOrEqual(readAtMs);
    // The first pause is ten times that of the client's policy, and the others double.
    expect((service.times.category[1] ?? 0) - (service.times.create[0] ?? 0)).toBe(1_000);
    const pauses = service.times.category
      .slice(2)
      .map((atMs, index) => atMs - (service.times.category[index + 1] ?? 0));
    expect(pauses.slice(0, 3)).toEqual([100, 200, 400]);
  });
});

test("one creation goes first after a read, and each success lets one more be under way", async () => {
  await onVirtualTime(async () => {
    let underWay = 0;
    const most: number[] = [];
    const service = new SimulatedService();
    const fetch: typeof service.fetch = async (address, init) => {
      const isCreation = address.endsWith("/calls");
      if (isCreation) {
        underWay += 1;
        most.push(underWay);
        // Longer than an upload, so that others are ready.
        await pass(1_000);
      }
      return service.fetch(address, init).finally(() => {
        if (isCreation) underWay -= 1;
      });
    };
    await runBatch(
      losingClient(service, (nth) => nth <= 4, { fetch }),
      manyInputs(40),
    );
    const after = most.slice(4);
    expect(after[0]).toBe(1);
    expect(after[1]).toBeLessThanOrEqual(2);
    expect(Math.max(...after)).toBe(4);
  });
});

test("after stopAfterUncertain uncertain tries in a row the batch stops, and never with Infinity", async () => {
  for (const stopAfterUncertain of [1, 2, 5])
    await onVirtualTime(async () => {
      const service = new SimulatedService();
      const sdk = losingClient(service, () => true);
      const { outcomes, failure } = await runBatch(sdk, manyInputs(30), { concurrency: 2, stopAfterUncertain });
      expect(summaryOf(outcomes)).toEqual({ SubmissionUncertainError: 2 + stopAfterUncertain });
      expect(failure).toMatchObject({ name: "SubmissionUncertainError", cause: { name: "SubmissionUncertainError" } });
      expect(failure.message).toContain(`Inputs not started: ${28 - stopAfterUncertain}.`);
      // Pauses of 5 s, 20 s, and then a minute each, and the time of the requests between them.
      const readsAtMs = [0, 5_200, 25_400, 85_500, 145_600, 205_700];
      expect(service.times.category).toEqual(readsAtMs.slice(0, 1 + stopAfterUncertain));
    });
  await onVirtualTime(async () => {
    const sdk = losingClient(new SimulatedService(), (nth) => nth <= 12);
    const endless = { concurrency: 1, stopAfterUncertain: Infinity };
    const { outcomes } = await runBatch(sdk, manyInputs(20), endless);
    expect(summaryOf(outcomes)).toEqual({ SubmissionUncertainError: 12, ok: 8 });
  });
});

test.each([
  ["succeeds", undefined, "ok"],
  ["is refused", 422, "UnprocessableEntityError"],
])("a creation that %s between uncertain ones begins the count anew", async (_, status, end) => {
  await onVirtualTime(async () => {
    const answer: Answer = ({ operation, nth }) =>
      operation === "create" && nth % 3 === 0 && status ? refusal(status) : undefined;
    const sdk = losingClient(new SimulatedService({ answer }), (nth) => nth % 3 !== 0);
    const { outcomes, failure } = await runBatch(sdk, manyInputs(30));
    expect(failure).toBeUndefined();
    expect(summaryOf(outcomes)).toEqual({ SubmissionUncertainError: 20, [end]: 10 });
  });
});

test("a call that the journal had already does not begin the count anew", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService();
    const inputs = manyInputs(30).map((input, index) => ({ ...input, key: `key ${index}` }));
    const known = inputs.filter((_, index) => index % 2 === 1);
    const journal = smallJournal(new Map(known.map(({ key }) => [key, { state: "created", callId: "call-1" }])));
    const sdk = losingClient(service, (nth) => nth % 2 === 1);
    const { failure } = await runBatch(sdk, inputs, { journal, concurrency: 1 });
    expect(failure).toMatchObject({ name: "SubmissionUncertainError" });
    expect(service.times.create).toHaveLength(4);
  });
});

test("a batch that stops takes no further input", async () => {
  await onVirtualTime(async () => {
    function* endless() {
      for (;;) yield inputNamed("a.wav");
    }
    const sdk = losingClient(new SimulatedService(), () => true);
    const { failure } = await runBatch(sdk, endless(), { concurrency: 1 });
    expect(failure.message).toContain("Inputs started: 4.");
  });
});

test("what is under way is finished when the batch stops", async () => {
  await onVirtualTime(async () => {
    const sdk = losingClient(new SimulatedService({ analysisMs: () => 300_000 }), (nth) => nth > 5);
    const { outcomes } = await runBatch(sdk, manyInputs(30), { concurrency: 1 });
    expect(summaryOf(outcomes)).toEqual({ ok: 5, SubmissionUncertainError: 4 });
  });
});

test("a read that the service refuses for good stops the batch at once with its error", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, nth }) => (operation === "category" && nth > 1 ? refusal(401) : undefined),
    });
    const { failure } = await runBatch(
      losingClient(service, () => true),
      manyInputs(30),
    );
    expect(failure).toMatchObject({ name: "AuthenticationError", status: 401 });
    expect(failure.message).toContain("Inputs not started: 26.");
  });
});

test("what the journal calls unknown does not open the breaker", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService();
    const inputs = Array.from({ length: 30 }, (_, index) => ({
      ...inputNamed(`call-${index}.wav`),
      key: `key ${index}`,
    }));
    const state = { state: "uncertain", audio_url: "https://store.test/old" } as const;
    const journal = wholeJournal(new Map(inputs.slice(0, 20).map(({ key }) => [key, state])));
    const { outcomes, failure } = await runBatch(service.client(), inputs, { journal });
    expect(failure).toBeUndefined();
    expect(summaryOf(outcomes)).toEqual({ SubmissionUncertainError: 20, ok: 10 });
    expect(service.nowMs()).toBeLessThan(minute);
  });
});

test("polls that fail for minutes lose no outcome", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, atMs }) =>
        operation === "analysis" && atMs > 1_000 && atMs < 9 * minute ? refusal(502) : undefined,
    });
    const { outcomes } = await runBatch(service.client(), manyInputs(10));
    expect(summaryOf(outcomes)).toEqual({ ok: 10 });
  });
});

test("a category that does not exist fails its inputs, and nothing is uploaded for it", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, id }) => (operation === "category" && id === "tpyo" ? refusal(404) : undefined),
    });
    const wrong = manyInputs(10).map((input) => ({ ...input, categoryId: "tpyo" }));
    const { outcomes } = await runBatch(service.client(), [...wrong, ...manyInputs(5)]);
    expect(summaryOf(outcomes)).toEqual({ NotFoundError: 10, ok: 5 });
    expect(service.times.grant).toHaveLength(5);
    expect(service.times.category).toHaveLength(2);
    expect(outcomes.find(({ ok }) => !ok)?.error).toMatchObject({ stage: "grant" });
  });
});

test("a read of the category that fails for another reason is waited for", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, atMs }) => (operation === "category" && atMs < 5 * minute ? refusal(500) : undefined),
    });
    const { outcomes } = await runBatch(service.client(), manyInputs(5));
    expect(summaryOf(outcomes)).toEqual({ ok: 5 });
    expect(service.times.grant[0]).toBeGreaterThanOrEqual(5 * minute);
  });
});

test("a category whose read was refused is read again for the next input", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, nth }) => (operation === "category" && nth === 1 ? refusal(403) : undefined),
    });
    const { outcomes } = await runBatch(service.client(), manyInputs(2), { concurrency: 1 });
    expect(summaryOf(outcomes)).toEqual({ PermissionDeniedError: 1, ok: 1 });
  });
});

test("a stream, which can be sent once, waits for its address through an outage", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, atMs }) => (operation === "grant" && atMs < minute ? refusedConnection() : undefined),
    });
    const bytes = new TextEncoder().encode("RIFF a call");
    const file = { stream: new Blob([bytes]).stream(), sizeBytes: bytes.length };
    const { outcomes } = await runBatch(service.client(), [{ ...inputNamed("call.wav"), file }]);
    expect(summaryOf(outcomes)).toEqual({ ok: 1 });
  });
});
