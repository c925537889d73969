import { expect, test, vi } from "vitest";
import { fieldsText, positionText, shortDateTimeText, sizeText } from "../src/ui/format.ts";
import { isolated } from "../src/ui/isolated.ts";
import { zonedText, zoneName } from "../src/ui/time-zone.ts";

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

test("every time is written in the zone of this machine", () => {
  vi.stubEnv("TZ", "Asia/Kolkata");
  const time = "2026-11-21T22:30:12.045Z";
  expect([zonedText(time), zoneName()]).toEqual(["2026-11-22T04:00:12.045", "GMT+5:30"]);
  expect(zonedText("soon")).toBe("soon");
});

test("a time of another year has the year", () => {
  const year = new Date().getFullYear();
  expect(shortDateTimeText(`${year}-06-15T12:00:00Z`)).not.toContain(String(year));
  expect(shortDateTimeText(`${year - 1}-06-15T12:00:00Z`)).toContain(String(year - 1));
});

test.each(["evil\u202egpj.exe", "\u2067x", "\u0622\u0634\u0627"])("%j turns nothing around it", (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

test("a name that turns nothing stays as it is", () => {
  expect(isolated("Nadia Okafor")).toBe("Nadia Okafor");
});

test("fields are written on one line, as JSON has their values", () => {
  expect(fieldsText({ crmId: "84113", vip: true, tags: ["a"] })).toBe('crmId: "84113", vip: true, tags: ["a"]');
});
