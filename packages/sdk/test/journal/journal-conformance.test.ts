/** The cases that a journal must pass: correct journals pass them all, and each case catches a broken one. */
import type { Journal, JournalClaim, JournalState } from "@call-analysis/sdk";
import { journalCases } from "@call-analysis/sdk/journal-conformance";
import { describe, expect, test } from "vitest";
import { journalPath, openJournal } from "../support/journal-files.ts";
import { type Entries, smallJournal as journalOfThree } from "../support/memory-journal.ts";

type Known = { state: JournalState["state"]; callId?: string; audio_url?: string };

/** A correct journal in memory, whose claims wait. */
function memoryJournal() {
  const known = new Map<string, Known>();
  const journal = {
    known,
    async claim(key: string, { recreate, signal }: { recreate: boolean; signal: AbortSignal }): Promise<JournalClaim> {
      for (;;) {
        signal.throwIfAborted();
        const { state, callId = "" } = known.get(key) ?? { state: "uploaded" };
        if (state === "created") return { status: "created", callId };
        if (state === "uncertain" && !recreate) return { status: "unknown" };
        if (state !== "creating") {
          known.set(key, { state: "creating" });
          return { status: "claimed" };
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async created(key: string, callId: string) {
      known.set(key, { state: "created", callId });
    },
    async released(key: string) {
      if (known.get(key)?.state === "creating") known.delete(key);
    },
    async uncertain(key: string) {
      known.set(key, { state: "uncertain" });
    },
    async find(key: string): Promise<JournalState | undefined> {
      return known.get(key);
    },
    async uploaded(key: string, audio_url: string) {
      if (!known.has(key)) known.set(key, { state: "uploaded", audio_url });
    },
  };
  return journal satisfies Journal;
}

/** A correct journal of three methods, whose claims never wait. */
function smallJournal() {
  const known: Entries = new Map();
  return { ...journalOfThree(known), known };
}

/** Gives each case a journal of its own. */
type Start = () => () => Journal;

const overConnections: Start = () => {
  const path = journalPath();
  return () => openJournal(path);
};

/** What a case asks for at once, one journal is asked for in one turn of the event loop. */
const overOne =
  (make: () => Journal): Start =>
  () => {
    const journal = make();
    return () => journal;
  };

test.each<[what: string, starts: Start[]]>([
  ["a file, over several connections and over one,", [overConnections, overOne(() => openJournal(journalPath()))]],
  ["one in memory", [overOne(memoryJournal)]],
  ["one of three methods", [overOne(smallJournal)]],
])("%s passes every case", async (_what, starts) => {
  const failures: string[][] = [];
  for (const start of starts) {
    const ended = journalCases.map(({ name, run }) =>
      run(start()).then(
        () => [],
        (failure: Error) => [`${name}: ${failure.message}`],
      ),
    );
    // Only then the next ones: all of them wait for the disk.
    failures.push(...(await Promise.all(ended)));
  }
  expect(failures.flat()).toEqual([]);
});

const later = () => new Promise((resolve) => setTimeout(resolve, 1));

/** A journal that is correct but for one method, for each case in their order. */
const broken: readonly (() => Journal)[] = [
  // Grants every claim.
  () => ({ ...smallJournal(), claim: async () => ({ status: "claimed" }) }),
  // Looks and takes in two steps.
  () => {
    const journal = smallJournal();
    return {
      ...journal,
      async claim(key, options) {
        const isFree = !journal.known.has(key);
        await later();
        return isFree ? { status: "claimed" } : journal.claim(key, options);
      },
    };
  },
  // Never gives a key back.
  () => ({ ...smallJournal(), async released() {} }),
  // Grants a key that was released to all who wait for it.
  () => {
    const journal = memoryJournal();
    return {
      ...journal,
      async claim(key, options) {
        const isFirst = !journal.known.has(key);
        if (isFirst) return journal.claim(key, options);
        while (journal.known.has(key)) await later();
        return { status: "claimed" };
      },
    };
  },
  // Recreates what exists.
  () => {
    const journal = smallJournal();
    return {
      ...journal,
      claim: async (key, options) => (options.recreate ? { status: "claimed" } : journal.claim(key, options)),
    };
  },
  // Tells those who wait that they may create.
  () => {
    const journal = memoryJournal();
    return {
      ...journal,
      async claim(key, options) {
        if (!journal.known.has(key)) return journal.claim(key, options);
        while (journal.known.get(key)?.state === "creating") await later();
        return { status: "claimed" };
      },
    };
  },
  // Records calls of its own claims alone. Each connection is a journal here.
  () => {
    const journal = smallJournal();
    let connections = 0;
    return {
      ...journal,
      async created(key, callId) {
        connections += 1;
        if (connections > 1) await journal.created(key, callId);
      },
    };
  },
  // Takes the second record of a call for a mistake.
  () => {
    const journal = smallJournal();
    return {
      ...journal,
      async created(key, callId) {
        if (journal.known.get(key)?.state === "created") throw new Error("created twice");
        await journal.created(key, callId);
      },
    };
  },
  // Forgets with a late release.
  () => {
    const journal = smallJournal();
    return { ...journal, released: async (key) => void journal.known.delete(key) };
  },
  // Takes uncertain for not created.
  () => {
    const journal = memoryJournal();
    return { ...journal, uncertain: (key) => journal.released(key) };
  },
  // Takes no call for what is uncertain.
  () => {
    const journal = memoryJournal();
    return {
      ...journal,
      async created(key, callId) {
        if (journal.known.get(key)?.state !== "uncertain") await journal.created(key, callId);
      },
    };
  },
  // Does not know `recreate`.
  () => {
    const journal = smallJournal();
    return { ...journal, claim: (key, options) => journal.claim(key, { ...options, recreate: false }) };
  },
  // Grants a recreation to all who ask.
  () => {
    const journal = memoryJournal();
    return {
      ...journal,
      claim: async (key, options) => (options.recreate ? { status: "claimed" } : journal.claim(key, options)),
    };
  },
  // Recreates only what is uncertain.
  () => {
    const journal = smallJournal();
    return {
      ...journal,
      claim: async (key, options) =>
        options.recreate && !journal.known.has(key) ? { status: "unknown" } : journal.claim(key, options),
    };
  },
  // Compares keys as many databases do.
  () => {
    const journal = smallJournal();
    return { ...journal, claim: (key, options) => journal.claim(key.toLowerCase().trim(), options) };
  },
  // Finds nothing.
  () => ({ ...memoryJournal(), find: async () => undefined }),
  // Records an upload over a call.
  () => {
    const journal = memoryJournal();
    return {
      ...journal,
      uploaded: async (key, audio_url) => void journal.known.set(key, { state: "uploaded", audio_url }),
    };
  },
];

describe("each case catches a broken journal", () => {
  test("there is a broken journal for each", () => expect(broken).toHaveLength(journalCases.length));
  journalCases.forEach(({ name, run }, index) => {
    test(name, async () => {
      const journal = broken[index]?.() ?? smallJournal();
      await expect(run(() => journal)).rejects.toThrow(/expected|created twice/);
    });
  });
});
