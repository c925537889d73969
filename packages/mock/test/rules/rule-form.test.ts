import { expect, test } from "vitest";
import { fieldsOf, placeOf } from "../../src/rules/rule-form.js";
import type { RuleKind } from "../../src/rules/rules.js";

const places: [kind: RuleKind, path: string, place: string][] = [
  ["gate", "operation", "when.operation"],
  ["gate", "", "then.hold"],
  ["gate", "skipped", "then.hold.skipped"],
  ["override", "body.operation", "then.respond.body.operation"],
  ["rule", "complete.times", "then.end.complete.times"],
  ["fault", "match.udfs", "when.match.udfs"],
  ["fault", "probability", "probability"],
  ["fault", "sequence", "then"],
  ["fault", "sequence[12]", "then[12]"],
  ["fault", "sequence[12].latencyMs", "then[12].slow.latencyMs"],
  ["fault", "upload", "then"],
  ["fault", "upload.bytesPerSecond", "then.slow.bytesPerSecond"],
  ["fault", "upload.cutAfterBytes", "then.fail.cutAfterBytes"],
  ["fault", "body.latencyMs", "then.fail.body.latencyMs"],
  ["fault", "body.upload.size", "then.fail.body.upload.size"],
  ["fault", "body.sequence[0].status", "then.fail.body.sequence[0].status"],
];

test.each(places)("what is wrong with a %s at %j is at %s of the rule", (kind, path, place) => {
  expect(placeOf(path, kind)).toBe(place);
});

test("the moment of one effect is that of both", () => {
  const then = { slow: { latencyMs: 1, when: "after" }, fail: { status: 500 } } as const;
  expect(fieldsOf({ then })).toEqual({ latencyMs: 1, status: 500, when: "after" });
});
