import { expect, test, vi } from "vitest";
import { wordsOf } from "../../src/engine/statement-words.js";
import type { Fields } from "../support/ask.js";
import { known } from "../support/flow.js";
import { listening } from "./listening.js";

vi.mock(import("../../src/engine/statement-words.js"), { spy: true });

test("the words of a category are read once for each outcome, however many calls are listed", async () => {
  const { control, service } = await listening();
  const { agent, category } = known(service);
  const calls = Array.from({ length: 600 }, (_, index) => ({
    memberId: agent.id,
    categoryId: category.id,
    audio_url: `https://recordings.example.com/${index}.wav`,
  }));
  service.seed({ calls });
  const list = async (path: string): Promise<Fields[]> => (await control("GET", path)).body.calls;

  const first = await list("/calls?limit=400");
  expect(new Set(first.map(({ outcomeLabel }) => outcomeLabel)).size).toBe(category.possibleOutcomes.length);
  const readFirst = vi.mocked(wordsOf).mock.calls.length;
  expect(readFirst).toBeGreaterThan(0);
  expect(await list(`/calls?after=${first.at(-1)?.id}`)).toHaveLength(200);
  expect(vi.mocked(wordsOf).mock.calls.length - readFirst).toBe(0);
});
