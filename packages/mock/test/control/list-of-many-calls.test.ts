import { expect, onTestFinished, test, vi } from "vitest";
import type { Fields } from "../support/ask.js";
import { known } from "../support/flow.js";
import { listening } from "./listening.js";

/** A word that is in every text of the category, and nowhere else. */
const mark = "zanzibar";

const category = {
  id: "cat_1",
  name: "Journeys",
  possibleOutcomes: [
    { label: "Zanzibar booked", isSuccess: true },
    { label: "Zanzibar not booked", isSuccess: false },
  ],
  analysisPointers: [
    {
      sectionName: "Everything",
      criterias: [{ question: "Was Zanzibar booked?" }, { question: "Did the agent describe Zanzibar from 1 to 5?" }],
    },
  ],
};

test("the texts of a category are read once, however many calls are listed", async () => {
  const { control, service } = await listening();
  const memberId = known(service).agent.id;
  const calls = Array.from({ length: 60 }, (_, index) => ({
    memberId,
    categoryId: category.id,
    audio_url: `https://recordings.example.com/${index}.wav`,
  }));
  service.seed({ categories: [category], calls });
  const list = async (path: string): Promise<Fields[]> => (await control("GET", path)).body.calls;
  // Every method that reads a text by a pattern calls this one.
  const read = vi.spyOn(RegExp.prototype, "exec");
  onTestFinished(() => read.mockRestore());
  const timesRead = () => read.mock.calls.filter(([text]) => text.toLowerCase().includes(mark)).length;

  const first = await list("/calls?limit=30");
  expect(new Set(first.map(({ outcomeLabel }) => outcomeLabel)).size).toBe(2);
  const timesReadFirst = timesRead();
  expect(timesReadFirst).toBeGreaterThan(0);
  expect(await list(`/calls?after=${first.at(-1)?.id}`)).toHaveLength(30);
  expect(timesRead() - timesReadFirst).toBe(0);
});
