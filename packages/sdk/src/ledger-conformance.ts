/** Checks for your own `CreationLedger`, in whatever test runner you use. */
import type { CreationLedger, LedgerClaim } from "./record/ledger.js";

/** One rule that a ledger must keep. */
export interface LedgerCase {
  /** The rule, as a sentence. */
  name: string;
  /**
   * @param connect another connection to the same ledger, as another process would have; keys are new in each case, so
   *   that it may be a ledger in use
   * @throws {Error} that says which rule is broken
   */
  run(connect: () => CreationLedger | Promise<CreationLedger>): Promise<void>;
}

type Connect = Parameters<LedgerCase["run"]>[0];

/**
 * The rules of a `CreationLedger`, each a case that rejects when it is broken.
 *
 * @example
 * for (const { name, run } of ledgerCases) test(name, () => run(() => ledger));
 */
export const ledgerCases: readonly LedgerCase[] = [
  {
    name: "the first claim of a key gets it, and a second one is told that the outcome is unknown",
    async run(connect) {
      const key = newKey();
      expectStatus(await (await connect()).claim(key), "claimed");
      expectStatus(await (await connect()).claim(key), "unknown");
    },
  },
  {
    name: "of all who claim a key at once, one gets it",
    run: async (connect) => claimAtOnce(connect, newKey()),
  },
  {
    name: "of all who claim a key at once that was released, one gets it",
    async run(connect) {
      const key = newKey();
      const ledger = await connect();
      await ledger.claim(key);
      await ledger.released(key);
      await claimAtOnce(connect, key);
    },
  },
  {
    name: "a call that was created is given to everybody who claims its key, letter by letter",
    async run(connect) {
      const key = newKey();
      const callId = 'call/1 "ü" \u{1F4DE}';
      await claimed(connect, key);
      await (await connect()).created(key, callId);
      for (const recreate of [false, true]) {
        const claim = await (await connect()).claim(key, { recreate });
        expectStatus(claim, "created");
        if (claim.status === "created" && claim.callId !== callId) {
          throw new Error(`The callId must be ${callId}, and is ${claim.callId}.`);
        }
      }
    },
  },
  {
    name: "a key that was released can be claimed again, once",
    async run(connect) {
      const key = newKey();
      await (await claimed(connect, key)).released(key);
      expectStatus(await (await connect()).claim(key), "claimed");
      expectStatus(await (await connect()).claim(key), "unknown");
    },
  },
  {
    name: "a call that was created is not forgotten by a release that comes late",
    async run(connect) {
      const key = newKey();
      const ledger = await claimed(connect, key);
      await (await connect()).created(key, "call-1");
      await ledger.released(key);
      expectStatus(await (await connect()).claim(key), "created");
    },
  },
  {
    name: "`recreate` claims a key whose outcome nobody knows",
    async run(connect) {
      const key = newKey();
      await claimed(connect, key);
      expectStatus(await (await connect()).claim(key, { recreate: false }), "unknown");
      expectStatus(await (await connect()).claim(key, { recreate: true }), "claimed");
      expectStatus(await (await connect()).claim(key), "unknown");
    },
  },
  {
    name: "`recreate` claims a key that nobody has claimed",
    run: async (connect) => expectStatus(await (await connect()).claim(newKey(), { recreate: true }), "claimed"),
  },
  {
    name: "keys are told apart letter by letter, whatever they hold",
    async run(connect) {
      const key = newKey();
      const ledger = await connect();
      const others = [
        "",
        " ",
        "/",
        ":",
        "*",
        "é",
        "e\u0301",
        "\u{1F4DE}",
        "__proto__",
        "\n",
        "K",
        "k",
        "x".repeat(1_000),
      ];
      for (const other of others) expectStatus(await ledger.claim(key + other), "claimed");
      await ledger.created(key, "call-1");
      for (const other of others.slice(1)) expectStatus(await ledger.claim(key + other), "unknown");
      expectStatus(await ledger.claim(`__proto__${key}`), "claimed");
    },
  },
  {
    name: "to record the same call twice changes nothing",
    async run(connect) {
      const key = newKey();
      const ledger = await claimed(connect, key);
      await ledger.created(key, "call-1");
      await ledger.created(key, "call-1");
      expectStatus(await ledger.claim(key), "created");
    },
  },
];

function newKey(): string {
  return `conformance-${crypto.randomUUID()}`;
}

async function claimed(connect: Connect, key: string): Promise<CreationLedger> {
  const ledger = await connect();
  expectStatus(await ledger.claim(key), "claimed");
  return ledger;
}

/** A ledger may also reject a claim that comes at a bad moment. */
async function claimAtOnce(connect: Connect, key: string): Promise<void> {
  const ledgers = await Promise.all(Array.from({ length: 10 }, connect));
  const claims = await Promise.allSettled(ledgers.map((ledger) => ledger.claim(key)));
  const statuses = claims.map((claim) => (claim.status === "fulfilled" ? claim.value.status : "refused"));
  const count = statuses.filter((status) => status === "claimed").length;
  if (count !== 1)
    throw new Error(`Of ten claims at once one must be granted, and these were: ${statuses.join(", ")}.`);
}

function expectStatus(claim: LedgerClaim, status: LedgerClaim["status"]): void {
  if (claim?.status !== status) throw new Error(`The claim must be ${status}, and is ${JSON.stringify(claim)}.`);
}
