import { expect, test } from "vitest";
import { positionText, sizeText } from "../src/ui/format.ts";

test.each([
  [0, "0 B"],
  [1, "1 B"],
  [137, "137 B"],
  [999, "999 B"],
  [480_044, "480 kB"],
  [1_440_000, "1.4 MB"],
  [2_000_000_000_000, "2,000 GB"],
])("%i bytes are written as %s", (sizeBytes, text) => {
  expect(sizeText(sizeBytes).replace("\u00a0", " ")).toBe(text);
});

test.each([
  [0, "00:00"],
  [8.9, "00:08"],
  [496, "08:16"],
  [4_096, "1:08:16"],
])("%d seconds are written as %s", (seconds, text) => {
  expect(positionText(seconds)).toBe(text);
});
