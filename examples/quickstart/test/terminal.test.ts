import { expect, test } from "vitest";
import { bar, stageLine, terminalOf, wrap } from "../src/terminal.ts";

test.each([50, 80, 120])("the line of a stage fits a terminal of %i columns", (width) => {
  const resume = { version: 1, stage: "poll", baseUrl: "https://api.example.com/v1", callId: "call-1" } as const;
  const publicUrl = `http://127.0.0.1:4010/storage/recordings/${"a".repeat(90)}/call.wav`;
  const line = stageLine(
    { type: "uploaded", publicUrl, sizeBytes: 4096, resume },
    { width, paint: (_color, text) => text },
  );
  expect(line).toMatch(/^uploaded {3}http.*…$/);
  expect(line).toHaveLength(width);
});

test("a bar is filled up to its share, and never beyond its ends", () => {
  expect([-1, 0, 0.5, 1, 2].map((share) => bar(share, 4))).toEqual(["░░░░", "░░░░", "██░░", "████", "████"]);
});

test("a text is wrapped between words", () => {
  expect(wrap("one two three four", 9)).toBe("one two\nthree\nfour");
  expect(wrap("unbreakable", 5)).toBe("unbreakable");
});

test.each([
  [undefined, 80],
  [0, 80],
  [30, 50],
  [64, 64],
  [300, 120],
])("an output of %s columns is taken for %i", (columns, width) => {
  expect(terminalOf({ columns } as NodeJS.WriteStream)).toMatchObject({ width });
});
