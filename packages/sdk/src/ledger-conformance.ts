/** Checks for your own `CreationLedger`, in whatever test runner you use. */
import type { CreationLedger, LedgerClaim } from "./record/ledger.js";

/** One rule that a ledger must keep. */
interface LedgerCase {
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

/** A key that no other case has, asked for over another connection each time. */
interface OneKey {
  key: string;
  ledger: () => Promise<CreationLedger>;
  /** The connection that has claimed the key. */
  claimant: () => Promise<CreationLedger>;
  /** @throws {Error} when the claim is not answered so */
  claim: (status: LedgerClaim["status"], options?: { recreate?: boolean }) => Promise<LedgerClaim>;
}

/**
 * The rules of a `CreationLedger`, each a case that rejects when it is broken.
 *
 * @example
 * for (const { name, run } of ledgerCases) test(name, () => run(() => ledger));
 */
export const ledgerCases: readonly LedgerCase[] = [
  ofOneKey("the first claim of a key gets it, and a second one is told that the outcome is unknown", async (one) => {
    await one.claim("claimed");
    await one.claim("unknown");
  }),
  { name: "of all who claim a key at once, one gets it", run: (connect) => claimAtOnce(connect, newKey()) },
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
  ofOneKey("a call that was created is given to everybody who claims its key, letter by letter", async (one) => {
    const callId = 'call/1 "ü" \u{1F4DE}';
    await one.claim("claimed");
    await (await one.ledger()).created(one.key, callId);
    for (const recreate of [false, true]) {
      const claim = await one.claim("created", { recreate });
      if (claim.status === "created" && claim.callId !== callId) {
        throw new Error(`The callId must be ${callId}, and is ${claim.callId}.`);
      }
    }
  }),
  ofOneKey("a key that was released can be claimed again, once", async (one) => {
    await (await one.claimant()).released(one.key);
    await one.claim("claimed");
    await one.claim("unknown");
  }),
  ofOneKey("a call that was created is not forgotten by a release that comes late", async (one) => {
    const claimant = await one.claimant();
    await (await one.ledger()).created(one.key, "call-1");
    await claimant.released(one.key);
    await one.claim("created");
  }),
  ofOneKey("`recreate` claims a key whose outcome nobody knows", async (one) => {
    await one.claim("claimed");
    await one.claim("unknown", { recreate: false });
    await one.claim("claimed", { recreate: true });
    await one.claim("unknown");
  }),
  ofOneKey("`recreate` claims a key that nobody has claimed", async (one) => {
    await one.claim("claimed", { recreate: true });
  }),
  {
    name: "keys are told apart letter by letter, whatever they hold",
    async run(connect) {
      const key = newKey();
      const ledger = await connect();
      const others = [" ", "/", ":", "*", "é", "e\u0301", "\u{1F4DE}", "__proto__", "\n", "K", "k", "x".repeat(1_000)];
      for (const other of ["", ...others]) expectStatus(await ledger.claim(key + other), "claimed");
      await ledger.created(key, "call-1");
      for (const other of others) expectStatus(await ledger.claim(key + other), "unknown");
      expectStatus(await ledger.claim(`__proto__${key}`), "claimed");
    },
  },
  ofOneKey("to record the same call twice changes nothing", async (one) => {
    const ledger = await one.claimant();
    await ledger.created(one.key, "call-1");
    await ledger.created(one.key, "call-1");
    await one.claim("created");
  }),
];

function ofOneKey(name: string, steps: (one: OneKey) => Promise<void>): LedgerCase {
  return {
    name,
    run(connect) {
      const key = newKey();
      const ledger = async () => connect();
      const claim: OneKey["claim"] = async (status, options) =>
        expectStatus(await (await connect()).claim(key, options), status);
      const claimant = async () => {
        const claiming = await ledger();
        expectStatus(await claiming.claim(key), "claimed");
        return claiming;
      };
      return steps({ key, ledger, claimant, claim });
    },
  };
}

function newKey(): string {
  return `conformance-${crypto.randomUUID()}`;
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

function expectStatus(claim: LedgerClaim, status: LedgerClaim["status"]): LedgerClaim {
  if (claim?.status === status) return claim;
  throw new Error(`The claim must be ${status}, and is ${JSON.stringify(claim)}.`);
}
