import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { finishedCall } from "../flow.js";

test("a call's date counts by the moment that it means, whatever form it is written in", async () => {
  const service = createMockService();
  const [iso, slashes, withTime] = await Promise.all(
    ["2026-01-31", "31/01/2026", "2026/01/31 09:00"].map((date) => finishedCall(service, { date })),
  );
  expect(slashes?.analysis).toEqual(iso?.analysis);
  expect(withTime?.analysis).toEqual(iso?.analysis);
});
