import { ConfigurationError } from "@call-analysis/sdk";
import { describe, expect } from "vitest";
import { test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

const circle: Record<string, unknown> = {};
circle.self = circle;

describe.each([
  ["no memberId", { memberId: "" }],
  ["no categoryId", { categoryId: "" }],
  ["udfs in a circle", { udfs: circle }],
  ["udfs with a BigInt", { udfs: { big: 1n } }],
  ["udfs that are a list", { udfs: [1] }],
  ["an invalid date", { date: new Date(Number.NaN) }],
])("%s", (_name, fields) => {
  test("is refused before a byte of the recording is sent", async ({ service }) => {
    const input = { file: wavBytes(), memberId: "m", categoryId: "c", ...fields };
    // As JavaScript's callers may do.
    const flow = service.client().calls.analyzeFile(input as typeof input & { udfs?: object });
    await expect(flow).rejects.toBeInstanceOf(ConfigurationError);
    expect(service.grants).toHaveLength(0);
  });
});
