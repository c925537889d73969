import { expect, test } from "vitest";
import { parseFault } from "../../src/command/fault-flag.js";
import { parseFlags } from "../../src/command/flags.js";

test("a fault is read from fields with commas between them", () => {
  expect(parseFault("operation=createCall, status=503, retryAfter=2, probability=0.5")).toEqual({
    operation: "createCall",
    status: 503,
    retryAfter: 2,
    probability: 0.5,
  });
});

test("a fault is read from JSON", () => {
  expect(parseFault('{"latencyMs":{"medianMs":300,"sigma":0.5}}')).toEqual({
    latencyMs: { medianMs: 300, sigma: 0.5 },
  });
});

test("--fault may be repeated, and its faults come after the scenarios'", () => {
  const { scenario } = parseFlags(["--scenario", "flaky", "--fault", "status=503", "--fault", "latencyMs=20"]);
  expect(scenario).toEqual(["flaky", { faults: [{ status: 503 }, { latencyMs: 20 }] }]);
});

test.each([
  ["status=99", "status: must be a whole number"],
  ["statuss=500", "statuss"],
  ["nonsense", "nonsense"],
  ["{status:500}", "JSON"],
  ["", 'is ""'],
])("--fault %j is refused, and the message says %s", (text, message) => {
  expect(() => parseFlags(["--fault", text])).toThrow(message);
  expect(() => parseFlags(["--fault", text])).toThrow("--fault");
});
