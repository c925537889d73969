/** Look-ups of a thousand calls by id, in a store that has only these, and in a store of a million. */
import { createMockService } from "@call-analysis/mock";
import { importPeer } from "../harness/peers.ts";
import type { SubjectMaker } from "../harness/subject.ts";

/** How many look-ups one repetition makes. A scan takes so long that two are enough. */
export const lookUpsAtOnce: Readonly<Record<string, number>> = { ours: 4_096, Map: 4_096, "@msw/data": 2 };

export const smallSize = 1_000;
export const largeSize = 1_000_000;

/** The same number in each store, so that only the stores' size differs. */
const idsAsked = 1_000;

type StoreMaker = (ids: readonly string[]) => Promise<(id: string) => unknown>;

const stores: Record<string, StoreMaker> = { ours, Map: map, "@msw/data": mswData };

/** Such as `ours 1000`. */
export const subjects: Record<string, SubjectMaker> = Object.fromEntries(
  Object.keys(stores).flatMap((store) =>
    [smallSize, largeSize].map((size) => [`${store} ${size}`, () => lookUpsIn(store, size)]),
  ),
);

async function lookUpsIn(store: string, size: number): Promise<() => void> {
  const ids = Array.from({ length: size }, (_, index) => `call_${index.toString(16).padStart(12, "0")}`);
  const lookUp = (await stores[store]?.(ids)) ?? (() => undefined);
  const nextId = idsFromBytes(ids);
  return () => {
    for (let done = 0; done < (lookUpsAtOnce[store] ?? 1); done += 1) {
      if (lookUp(nextId()) === undefined) throw new Error("The store has lost a call.");
    }
  };
}

/** Makes each id from bytes, as a request brings it: a string that was looked up before has its hash already. */
function idsFromBytes(ids: readonly string[]): () => string {
  // In steps of a prime that divides no size, so that the ids are spread over the store.
  const asked = ids.slice(0, idsAsked).map((_, turn) => ids[(turn * 611_953) % ids.length] ?? "");
  const bytes = Buffer.from(asked.join(""), "latin1");
  const idLength = bytes.byteLength / asked.length;
  let start = 0;
  return () => {
    const id = bytes.toString("latin1", start, start + idLength);
    start = (start + idLength) % bytes.byteLength;
    return id;
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

async function mswData(ids: readonly string[]) {
  interface Collection {
    create(row: object): Promise<unknown>;
    findFirst(query: (builder: { where(shape: object): unknown }) => unknown): unknown;
  }
  const { Collection } = await importPeer<{ Collection: new (options: object) => Collection }>("@msw/data");
  const calls = new Collection({ schema: anything });
  for (const id of ids) await calls.create({ id, memberId: "mem_1" });
  return (id: string) => calls.findFirst((query) => query.where({ id }));
}

/** A schema that accepts every row, so that no validator is measured. */
const anything = {
  "~standard": { version: 1, vendor: "bench", validate: (value: unknown) => ({ value }) },
};
