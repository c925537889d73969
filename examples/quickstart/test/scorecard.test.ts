import { createMockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { renderScorecard } from "../src/scorecard.ts";

const service = createMockService({ progression: { mode: "immediate" } });
const sdk = new CallAnalysis({ ...service.clientOptions(), fetch: service.fetch });
const [category] = await sdk.categories.list();
const [agent] = await sdk.agents.list();
const input = { audio_url: "https://recordings.example.com/call.wav", memberId: `${agent?.id}` };
const poll = { initialDelayMs: 0 };
const call = await sdk.calls.analyzeUrl({ ...input, categoryId: `${category?.id}` }, { poll });

/** The scorecard's lines, without colours. */
function linesAt(width: number): string[] {
  const terminal = { width, paint: (_color: string, text: string) => text };
  return renderScorecard(call, { agentName: "Asha", categoryName: "Sales", terminal }).split("\n");
}

test.each([50, 80, 120])("a scorecard fits %i columns, and its tables fill them", (width) => {
  const lines = linesAt(width);
  const tableLines = lines.filter((line) => /^[┌│└]/.test(line));
  expect(Math.max(...lines.map((line) => line.length))).toBe(width);
  expect(new Set(tableLines.map((line) => line.length))).toEqual(new Set([width]));
});

test.each([50, 80, 120])("at %i columns nothing is left out", (width) => {
  const words = linesAt(width)
    .join(" ")
    .replaceAll(/[│\s]+/g, " ");
  expect(words).toContain(call.analysis.outcomeLabel);
  for (const { sectionName, criterias } of call.analysis.sections) {
    expect(words).toContain(`${sectionName.toUpperCase()}: `);
    for (const { question, result, rationale } of criterias) {
      for (const word of `${question} ${result} ${rationale}`.split(" ")) expect(words).toContain(word);
    }
  }
});

test("below 80 columns the answer stands under its question, and above beside it", () => {
  expect(linesAt(50).some((line) => line.split("│").length === 5)).toBe(false);
  expect(linesAt(80).some((line) => line.split("│").length === 5)).toBe(true);
});
