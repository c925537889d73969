import { expect, test } from "vitest";
import { RecordingInMemory, RecordingStorage } from "../../src/store/recording-storage.js";
import { soon } from "../support/soon.js";

const bytes = new Uint8Array([1, 2, 3]);

async function* chunksOf(...chunks: (Uint8Array | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield chunk;
  }
}

/** A storage whose writers tell what they are asked, such as a file that is left over would show. */
function watched() {
  const storage = new RecordingStorage();
  const asked: string[] = [];
  storage.writeWith(() => ({
    write: ({ length }) => void asked.push(`write ${length}`),
    finish: (_id, add) => {
      asked.push("finish");
      add(new RecordingInMemory([bytes]));
    },
    discard: () => void asked.push("discard"),
  }));
  return { storage, asked };
}

test("a recording is written as it comes, and is there once its writer has finished", async () => {
  const { storage, asked } = watched();
  const id = await soon(storage.receive(chunksOf(bytes, bytes)));
  expect([asked, storage.has(id)]).toEqual([["write 3", "write 3", "finish"], true]);
});

test("a recording that is there already is not written a second time, and nothing of it is left over", async () => {
  const { storage, asked } = watched();
  const id = await soon(storage.receive(chunksOf(bytes)));
  const referred: string[] = [];
  expect(await soon(storage.receive(chunksOf(bytes), { refer: (again) => referred.push(again) }))).toBe(id);
  expect([asked.slice(2), referred]).toEqual([["write 3", "discard"], [id]]);
});

const unwanted = new Error("not wanted");
const refuse = () => {
  throw unwanted;
};

test.each([
  ["breaks off", [bytes, unwanted], {}],
  ["fails its check", [bytes], { check: refuse }],
  ["is refused by what refers to it", [bytes], { refer: refuse }],
])("nothing is left of a recording that %s", async (_, chunks, options) => {
  const { storage, asked } = watched();
  await expect(soon(storage.receive(chunksOf(...chunks), options))).rejects.toBe(unwanted);
  expect([asked.at(-1), [...storage.ids()]]).toEqual(["discard", []]);
});
