import { expect, test } from "vitest";
import { firstMoment, momentsOf, textParts } from "../src/pages/scorecard/moments.ts";

test.each([
  ["Yes: at 00:06 they say it.", 6],
  ["No, judging by Asha at 00:33: she never asks.", 33],
  ["(07:43) and 1:07:43", 463],
  ["It is said at 1:07:43.", 4_063],
  ["At 12:30, the agent says; 00:05 is later.", 750],
])("the first moment of “%s” is found", (text, seconds) => {
  expect(firstMoment(text, 5_000)).toBe(seconds);
});

test.each(["The ratio is 1:2:3:4.", "On 2026-01-19T07:43 it began.", "00:75", "It is 100:30 long."])(
  "“%s” names no moment",
  (text) => {
    expect(firstMoment(text, 50_000)).toBeUndefined();
  },
);

test("times beyond the call's length are plain text", () => {
  expect(textParts("Call back at 18:30, as said at 00:10.", 60)).toEqual([
    { text: "Call back at 18:30, as said at " },
    { text: "00:10", seconds: 10 },
    { text: "." },
  ]);
});

test("the moments of all criteria are in the order of time", () => {
  const criterion = (id: string, rationale: string) => ({ criteriaId: id, question: id, result: "Yes", rationale });
  const section = { sectionId: "s", sectionName: "S", score: 1, totalScore: 1 };
  const sections = [
    { ...section, criterias: [criterion("b", "at 00:20"), criterion("none", "never")] },
    { ...section, criterias: [criterion("a", "at 00:10")] },
  ];
  expect(momentsOf({ sections }, 60)).toEqual([
    { seconds: 10, label: "a" },
    { seconds: 20, label: "b" },
  ]);
});
