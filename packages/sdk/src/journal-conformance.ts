/** Test cases for your own journal. They work with any test runner. */
import type { ClaimOptions, Journal, JournalClaim } from "./flow/journal.js";

/** One rule that a journal must keep. */
export interface JournalCase {
  /** The rule, as a sentence. */
  name: string;
  /**
   * @param connect opens another connection to the same journal, as another process would. The journal may be in use,
   *   because each case uses new keys.
   * @throws {Error} that says which rule is broken
   */
  run(connect: () => Journal | Promise<Journal>): Promise<void>;
}

/** A claim that is unanswered for this long counts as waiting, in milliseconds. */
const waitingMs = 250;

/** How long an answer may take if the claim must not wait, in milliseconds. */
const patienceMs = 10_000;

/** A claim that waits for another caller. */
const waits = { status: "waits" } as const;

type Answer = JournalClaim | typeof waits;

const cases: Readonly<Record<string, (one: OneKey) => Promise<void>>> = {
  "a key is claimed once; another claim waits or returns `unknown`": async (one) => {
    await one.claimed();
    await one.refused();
  },
  "when ten callers claim a key together, exactly one of them gets it": async (one) => {
    await one.claimedByOneOf(10);
  },
  "when ten callers claim a released key together, exactly one of them gets it": async (one) => {
    await (await one.claimed()).released(one.key);
    await one.claimedByOneOf(10);
  },
  "when a key is released, exactly one waiting claim gets it": async (one) => {
    const first = await one.claimed();
    const waiting = one.claimedByOneOf(5, { unlessUnknown: true });
    await pause(waitingMs);
    await first.released(one.key);
    await waiting;
  },
  "every claim returns a created call's id unchanged, even with `recreate`": async (one) => {
    const callId = 'call/1 "ü" \u{1F4DE}';
    await (await one.claimed()).created(one.key, callId);
    for (const recreate of [false, true]) await one.isCreated(callId, { recreate });
  },
  "a claim that waits for another caller gets the call that the other caller creates": async (one) => {
    const first = await one.claimed();
    const waiting = one.ask({ withinMs: patienceMs });
    await pause(waitingMs);
    await first.created(one.key, "call-1");
    const answer = await waiting;
    if (answer.status !== "unknown") expectCall(answer, "call-1");
  },
  "`created` records a call even from a connection that did not claim the key": async (one) => {
    await one.claimed();
    await (await one.journal()).created(one.key, "call-1");
    await one.isCreated("call-1");
  },
  "recording the same call twice changes nothing": async (one) => {
    const journal = await one.claimed();
    for (const _ of [1, 2]) await journal.created(one.key, "call-1");
    await one.isCreated("call-1");
  },
  "a late release does not remove a call": async (one) => {
    const claimant = await one.claimed();
    await (await one.journal()).created(one.key, "call-1");
    await claimant.released(one.key);
    await one.isCreated("call-1");
  },
  "after an uncertain create request, every claim returns `unknown` without waiting": async (one) => {
    await one.uncertain();
    for (const _ of [1, 2]) expectStatus(await one.ask({ withinMs: patienceMs }), "unknown");
  },
  "when an uncertain call is recorded as created, every later claim returns its callId": async (one) => {
    await (await one.uncertain()).created(one.key, "call-1");
    await one.isCreated("call-1");
  },
  "`recreate` claims an uncertain key; a later claim waits or returns `unknown`": async (one) => {
    await one.uncertain();
    await one.claimed({ recreate: true });
    await one.refused();
  },
  "exactly one of ten concurrent `recreate` claims gets an uncertain key, if the journal has `uncertain`": async (
    one,
  ) => {
    const journal = await one.uncertain();
    // Without the method nothing tells a key that is claimed from one that is uncertain.
    if (journal.uncertain) await one.claimedByOneOf(10, { recreate: true });
  },
  "`recreate` claims a key that nobody has claimed": async (one) => {
    await one.claimed({ recreate: true });
    await one.refused();
  },
  "keys are compared exactly, whatever they contain": async (one) => {
    const journal = await one.claimed();
    await journal.created(one.key, "call-1");
    const endings = [..." /:*%éKk\n\u{1F4DE}", "e\u0301", "__proto__", "x".repeat(1_000)];
    for (const end of endings) await one.claimed({ key: one.key + end });
    await one.claimed({ key: one.key.toUpperCase() });
    await one.claimed({ key: `__proto__${one.key}` });
  },
  "`find` returns a key's state, if the journal has `find`": async (one) => {
    const journal = await one.journal();
    const state = async () => (await (await one.journal()).find?.(one.key))?.state;
    if (!journal.find) return;
    expectState(await state(), undefined);
    await one.claimed();
    await journal.created(one.key, "call-1");
    expectState(await state(), "created");
    const callId = (await journal.find(one.key))?.callId;
    if (callId !== "call-1") throw new Error(`find: expected the callId call-1, got ${callId}.`);
  },
  "`find` returns an upload; `uploaded` after `created` keeps the call": async (one) => {
    const journal = await one.journal();
    if (!journal.uploaded || !journal.find) return;
    await journal.uploaded(one.key, "https://files.test/1.wav");
    const found = await journal.find(one.key);
    expectState(found?.state, "uploaded");
    if (found?.audio_url !== "https://files.test/1.wav")
      throw new Error("find: expected the audio_url that `uploaded` was given.");
    await one.claimed();
    await journal.created(one.key, "call-1");
    await journal.uploaded(one.key, "https://files.test/2.wav");
    await one.isCreated("call-1");
  },
};

/**
 * The rules of a `Journal`. Each rule is a case that rejects if the journal breaks it.
 *
 * - `unknown` means that a create request was sent, and nobody knows its outcome. The journal returns it after
 *   `uncertain()`, or while another caller has the claim and may be gone. A caller that gets `unknown` sends nothing.
 * - `recreate: true` means that somebody has made sure that the call does not exist. It claims an `unknown` key, but
 *   never a key whose call was created.
 * - `released()` means that nothing was created. The key is then as if it had never been claimed.
 *
 * A claim of a key that another caller has claimed may wait, or return `unknown`.
 *
 * @example
 * for (const { name, run } of journalCases) test(name, () => run(() => connect()));
 */
export const journalCases: readonly JournalCase[] = Object.entries(cases).map(([name, steps]) => ({
  name,
  run: async (connect) => {
    const one = keyOver(connect);
    await steps(one).finally(one.end);
  },
}));

interface AskOptions {
  key?: string;
  recreate?: boolean;
  /** A claim without an answer until then counts as waiting. @default waitingMs */
  withinMs?: number;
}

type OneKey = ReturnType<typeof keyOver>;

/** A key that no other case uses. Each step uses another connection. */
function keyOver(connect: Parameters<JournalCase["run"]>[0]) {
  const key = `conformance-${crypto.randomUUID()}`;
  const stop = new AbortController();
  /** Undoes the claims of this case, so that nobody waits for them. */
  const undo: (() => Promise<void>)[] = [];

  const journal = async () => connect();

  async function claimOver(
    journal: Journal,
    { key: asked = key, recreate = false }: AskOptions,
  ): Promise<JournalClaim> {
    const claim = await journal.claim(asked, { ...aboutCall, recreate, signal: stop.signal });
    if (claim?.status === "claimed") undo.push(() => journal.released(asked));
    return claim;
  }

  function askOver(journal: Journal, { withinMs = waitingMs, ...options }: AskOptions = {}): Promise<Answer> {
    const claiming = claimOver(journal, options);
    claiming.catch(() => {});
    return Promise.race([claiming, pause(withinMs).then(() => waits)]);
  }

  const ask = async (options?: AskOptions): Promise<Answer> => askOver(await connect(), options);

  /** Claims the key, and returns the connection that claimed it. @throws {Error} if the claim is not granted */
  async function claimed(options?: AskOptions): Promise<Journal> {
    const journal = await connect();
    expectStatus(await askOver(journal, { withinMs: patienceMs, ...options }), "claimed");
    return journal;
  }

  /** Claims it, and reports that the outcome is uncertain. */
  async function uncertain(): Promise<Journal> {
    const journal = await claimed();
    await journal.uncertain?.(key);
    return journal;
  }

  /** @throws {Error} if the claim is granted, or returns a call */
  async function refused(): Promise<void> {
    const { status } = await ask();
    if (status !== "unknown" && status !== "waits")
      throw new Error(`claim: expected no answer yet or the status "unknown", got "${status}".`);
  }

  async function isCreated(callId: string, options?: AskOptions): Promise<void> {
    expectCall(await ask({ withinMs: patienceMs, ...options }), callId);
  }

  /** Claims the key over several connections at once. @throws {Error} unless exactly one claim is granted */
  async function claimedByOneOf(count: number, options: AskOptions & { unlessUnknown?: boolean } = {}): Promise<void> {
    const journals = await Promise.all(Array.from({ length: count }, connect));
    const answers: string[] = [];
    const told = journals.map(async (journal) => {
      // A journal may also reject a claim that comes at a bad moment.
      const claiming = claimOver(journal, options).then(({ status }) => status);
      answers.push(await claiming.catch(() => "rejected"));
    });
    await Promise.race([Promise.all(told), until(() => answers.includes("claimed"))]);
    // A second one that is granted may come a little later.
    await pause(waitingMs);
    if (options.unlessUnknown && answers.length === count && answers.every((status) => status === "unknown")) return;
    const granted = answers.filter((status) => status === "claimed").length;
    if (granted !== 1)
      throw new Error(`claim: expected 1 of ${count} claims to be granted, got ${granted}: ${answers}.`);
  }

  async function end(): Promise<void> {
    stop.abort();
    await Promise.allSettled(undo.map((release) => release()));
  }

  return { key, journal, ask, claimed, uncertain, refused, isCreated, claimedByOneOf, end };
}

/** The call that a case claims. */
const aboutCall: Pick<ClaimOptions, "baseUrl" | "call"> = {
  baseUrl: "https://conformance.test/v1",
  call: { memberId: "member", categoryId: "category", audio_url: "https://files.test/call.wav" },
};

function expectStatus({ status }: Answer, expected: JournalClaim["status"]): void {
  if (status !== expected) throw new Error(`claim: expected the status ${expected}, got ${status}.`);
}

function expectCall(answer: Answer, callId: string): void {
  expectStatus(answer, "created");
  if (answer.status === "created" && answer.callId !== callId)
    throw new Error(`claim: expected the callId ${callId}, got ${answer.callId}.`);
}

function expectState(found: string | undefined, expected: string | undefined): void {
  if (found !== expected) throw new Error(`find: expected the state ${expected}, got ${found}.`);
}

function pause(pauseMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isTrue() && waitedMs < patienceMs; waitedMs += 10) await pause(10);
}
