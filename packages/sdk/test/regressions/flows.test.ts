/** Bugs that whole flows had: fields that were checked late, tokens and events that missed something. */
import { ConfigurationError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

const circle: Record<string, unknown> = {};
circle.self = circle;

const badFields: [string, object][] = [
  ["no memberId", { memberId: "" }],
  ["no categoryId", { categoryId: "" }],
  ["udfs in a circle", { udfs: circle }],
  ["udfs with a BigInt", { udfs: { big: 1n } }],
  ["udfs that are a list", { udfs: [1] }],
  ["an invalid date", { date: new Date(Number.NaN) }],
];

test.for(badFields)(
  "a call with %s is refused before a byte of the recording is sent",
  async ([, fields], { service }) => {
    const input = { file: wavBytes(), memberId: "m", categoryId: "c", ...fields };
    await expect(service.client().calls.analyzeFile(input)).rejects.toBeInstanceOf(ConfigurationError);
    expect(service.grants).toHaveLength(0);
  },
);
