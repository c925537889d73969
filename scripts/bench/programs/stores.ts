/** Look-ups of a thousand calls by id, in a store that has only these, and in a store of a million. */
import { createMockService } from "@call-analysis/mock";
import type { Sides } from "./repeat.ts";

/** How many look-ups one repetition makes. */
const lookUpsAtOnce = 4_096;

const smallSize = 1_000;
const largeSize = 1_000_000;

/** The same number in each store, so that only the stores' size differs. */
const idsAsked = 1_000;

type Store = (ids: readonly string[]) => Promise<(id: string) => unknown>;

export const sides: Sides = {
  "ours, 1,000": () => lookUpsIn(ours, smallSize),
  "ours, 1,000,000": () => lookUpsIn(ours, largeSize),
  "Map, 1,000": () => lookUpsIn(map, smallSize),
  "Map, 1,000,000": () => lookUpsIn(map, largeSize),
};

async function lookUpsIn(store: Store, size: number): Promise<() => void> {
  const ids = Array.from({ length: size }, (_, index) => `call_${index.toString(16).padStart(12, "0")}`);
  const lookUp = await store(ids);
  // In steps of a prime that divides no size, so that the ids are spread over the store.
  const asked = ids.slice(0, idsAsked).map((_, turn) => Buffer.from(ids[(turn * 611_953) % size] ?? "", "latin1"));
  return () => {
    for (let done = 0; done < lookUpsAtOnce; done += 1) {
      // Out of bytes, as a request brings it: a string that was looked up before has its hash already.
      const id = asked[done % idsAsked]?.toString("latin1") ?? "";
      if (lookUp(id) === undefined) throw new Error("The store has lost a call.");
    }
  };
}

async function map(ids: readonly string[]) {
  const rows = new Map(ids.map((id) => [id, { id, memberId: "mem_1" }]));
  return (id: string) => rows.get(id);
}

/** All rows are copies of one that the fake made. */
async function ours(ids: readonly string[]) {
  const { db, fetch, clientOptions } = createMockService();
  const { baseUrl, apiKey } = clientOptions();
  const wish = {
    memberId: db.agents.list()[0]?.id,
    categoryId: db.categories.list()[0]?.id,
    audio_url: "https://x.test/a",
  };
  const init = { method: "POST", headers: { authorization: `Bearer ${apiKey}` }, body: JSON.stringify(wish) };
  await fetch(`${baseUrl}/calls`, init);
  const [call] = db.calls.list();
  if (!call) throw new Error("The fake has made no call.");
  for (const id of ids) db.calls.insert({ ...call, id });
  return (id: string) => db.calls.get(id);
}
