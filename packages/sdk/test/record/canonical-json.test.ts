import { expect, test } from "vitest";
import { canonicalJson } from "../../src/record/canonical-json.js";

test("the order of keys is that of their characters' codes, which no language of the system changes", () => {
  const composed = "\u00e9";
  const decomposed = "e\u0301";
  const json = `{"B":1,"a":2,"${decomposed}":3,"z":4,"${composed}":5}`;
  expect(canonicalJson({ [composed]: 5, z: 4, [decomposed]: 3, a: 2, B: 1 })).toBe(json);
  expect(canonicalJson([{ [decomposed]: 3, B: 1, [composed]: 5, z: 4, a: 2 }])).toBe(`[${json}]`);
});
