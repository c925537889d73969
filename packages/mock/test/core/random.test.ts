import fc from "fast-check";
import { expect, test } from "vitest";
import { hash, type Random, seededRandom } from "../../src/core/random.js";
import { anyText } from "../support/any-text.js";

const parts = fc.array(fc.oneof(anyText(), fc.double({ noNaN: true }), fc.integer()));

test("a hash is 32 lowercase hexadecimal digits", () => {
  fc.assert(fc.property(parts, (key) => /^[0-9a-f]{32}$/.test(hash(...key))));
});

test("a hash never changes: ids in saved states depend on it", () => {
  expect([hash(), hash("a"), hash("call", 1, "org")]).toMatchInlineSnapshot(`
    [
      "4bb03100a1db11fc7d9a0c89ea781b8f",
      "4d2f86b9d446ba9dfa259cdcfd0f167d",
      "d6ef6e2bec9c611faea909cedd78a1e7",
    ]
  `);
});

test("parts do not run into each other", () => {
  const keys = [
    ["a", "bc"],
    ["ab", "c"],
    ["abc"],
    ["abc", ""],
    ["", "abc"],
    [1],
    ["1"],
    [1, 1],
    [11],
    ["n1;"],
    ["s1;a"],
  ];
  expect(new Set(keys.map((key) => hash(...key))).size).toBe(keys.length);
});

test("a hundred thousand keys have as many hashes, and as many in each half of them", () => {
  const hashes = Array.from({ length: 100_000 }, (_, index) => hash("call", index));
  expect(new Set(hashes).size).toBe(100_000);
  expect(new Set(hashes.map((each) => each.slice(0, 16))).size).toBe(100_000);
  expect(new Set(hashes.map((each) => each.slice(16))).size).toBe(100_000);
});

test("the same key gives the same draws", () => {
  fc.assert(
    fc.property(parts, (key) => {
      const [one, other] = [seededRandom(...key), seededRandom(...key)];
      expect(draws(one)).toEqual(draws(other));
    }),
  );
});

test("draws are spread evenly over 0 to 1, also the first draws of neighbouring keys", () => {
  const random = seededRandom("even");
  for (const next of [() => random.next(), (index: number) => seededRandom("key", index).next()]) {
    const tenths = Array.from({ length: 20_000 }, (_, index) => Math.floor(next(index) * 10));
    const counts = Array.from({ length: 10 }, (_, tenth) => tenths.filter((each) => each === tenth).length);
    expect(Math.min(...counts)).toBeGreaterThan(1_800);
    expect(Math.max(...counts)).toBeLessThan(2_200);
  }
});

test("integers reach both ends of their range and nothing beyond", () => {
  const random = seededRandom("integers");
  const drawn = new Set(Array.from({ length: 500 }, () => random.integer(-2, 3)));
  expect([...drawn].sort((one, other) => one - other)).toEqual([-2, -1, 0, 1, 2, 3]);
});

test("a chance of 0 never comes true, and a chance of 1 always does", () => {
  const random = seededRandom("chance");
  expect(Array.from({ length: 200 }, () => random.chance(0))).not.toContain(true);
  expect(Array.from({ length: 200 }, () => random.chance(1))).not.toContain(false);
});

test("shuffling keeps every item and leaves the original alone", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), (items, key) => {
      const before = [...items];
      const shuffled = seededRandom(key).shuffle(items);
      expect(items).toEqual(before);
      expect(sorted(shuffled)).toEqual(sorted(items));
    }),
  );
});

function draws(random: Random): number[] {
  return Array.from({ length: 5 }, () => random.next());
}

function sorted(items: readonly number[]): number[] {
  return [...items].sort((one, other) => one - other);
}
