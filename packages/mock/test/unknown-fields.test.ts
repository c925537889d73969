import { describe, expect, test } from "vitest";
import { serve } from "../src/adapters/server.js";
import { createMockService } from "../src/index.js";

describe("a misspelt name is a TypeError that names it, and the known name that is nearest", () => {
  const service = createMockService();
  const misspelt: [what: string, use: () => unknown, names: [unknown: string, nearest: string]][] = [
    // @ts-expect-error the field is filename
    ["a rule's match", () => service.engine.when({ filname: "a.wav" }), ["filname", "filename"]],
    ["a gate's match", () => service.hold("createCall", { udf: {} }), ["udf", "udfs"]],
    [
      "a fault's match",
      () => service.faults.inject({ operation: "createCall", match: { memberID_: "" }, status: 503 }),
      ["match.memberID_", "memberId"],
    ],
    // @ts-expect-error the field is retryAfter
    ["a fault", () => service.faults.inject({ status: 503, retry_after: 1 }), ["retry_after", "retryAfter"]],
    ["journal.find", () => service.journal.find({ operations: "createCall" }), ["operations", "operation"]],
    // @ts-expect-error the field is score
    ["a partial analysis", () => service.engine.when({}).complete({ scor: 1 }), ["scor", "score"]],
    // @ts-expect-error the option is times
    ["an override", () => service.use("listAgents", () => undefined, { time: 1 }), ["time", "times"]],
    // @ts-expect-error the option is scenario
    ["a reset", () => service.reset({ scenari: "busy" }), ["scenari", "scenario"]],
    [
      "a change of a rule",
      // @ts-expect-error the field is times
      () => service.rules.update(service.hold("listAgents").id, { time: null }),
      ["time", "times"],
    ],
    // @ts-expect-error the field is campaigns
    ["seed", () => service.seed({ campaign: [] }), ["campaign", "campaigns"]],
    // @ts-expect-error the option is seed
    ["an option", () => createMockService({ sed: 4 }), ["sed", "seed"]],
    // @ts-expect-error the option is startAt
    ["a clock", () => createMockService({ clock: { start: 0 } }), ["clock.start", "startAt"]],
    // @ts-expect-error the option is maxEntries
    ["the journal", () => createMockService({ journal: { entries: 0 } }), ["journal.entries", "maxEntries"]],
    // @ts-expect-error the policy is failedStatus
    ["a policy", () => createMockService({ policies: { failedState: "x" } }), ["policies.failedState", "failedStatus"]],
    // @ts-expect-error the field is rules
    ["a scenario", () => createMockService({ scenario: { rule: [] } }), ["scenario.rule", "rules"]],
  ];

  test.each(misspelt)("%s", (_, use, [unknown, nearest]) => {
    expect(use).toThrow(TypeError);
    expect(use).toThrow(`${unknown}: is unknown; did you mean ${nearest}?`);
  });

  test("journal.waitFor, and its options", async () => {
    await expect(service.journal.waitFor({ operaton: "createCall" })).rejects.toThrow(/^operaton: .* operation\?$/);
    // @ts-expect-error the option is timeoutMs
    await expect(service.journal.waitFor({}, { timeout: 1 })).rejects.toThrow(/^timeout: .* timeoutMs\?$/);
  });

  test("serve", async () => {
    // @ts-expect-error the option is adminToken
    await expect(serve(createMockService(), { admintoken: "" })).rejects.toThrow(/^admintoken: .* adminToken\?$/);
  });
});

test.each([null, 5, "demo"])("%j is no options of a service", (options) => {
  expect(() => createMockService(options as never)).toThrow(/^options: must be an object, got/);
});

test.each([
  [{ scenario: 5 }, /^scenario: must be an object, got/],
  [{ scenario: [null] }, /^scenario: must be an object, got null/],
  [{ seed: "1" }, /^seed: must be a number, got a string/],
  [{ strict: 1 }, /^strict: must be a boolean, got a number/],
  [{ policies: [] }, /^policies: must be an object, got a list/],
  [{ keys: "test-key" }, /^keys: must be an object, got a string/],
  [{ baseUrl: 5 }, /^baseUrl must be an http or https URL/],
])("the options %j are refused, and the field is named", (options, message) => {
  expect(() => createMockService(options as never)).toThrow(message);
});

test("clientOptions and reset take an object alone", () => {
  const service = createMockService();
  expect(() => service.clientOptions(5 as never)).toThrow(/^options: must be an object, got a number/);
  expect(() => service.reset(5 as never)).toThrow(/^options: must be an object, got a number/);
});

test("a name that resembles none is a TypeError with those that are known", () => {
  const service = createMockService();
  expect(() => service.hold("listAgents", { categoryId: "" })).toThrow(
    "categoryId: is unknown; the known names are operation, method, path, organizationId",
  );
  const { organizations, ...head } = service.snapshot();
  expect(() => service.restore({ ...head, organizations: [{ ...Object(organizations[0]), exports: [] }] })).toThrow(
    /^organizations\[0\]\.exports: is unknown; the known names are id, name, agents, .*, recordings$/,
  );
});

test("a prospect may have its own keys, so a match of addProspect may too", () => {
  const service = createMockService();
  expect(() => service.hold("addProspect", { crm_stage: "won" })).not.toThrow();
});

test("an option that is undefined counts as not given, whatever its name", () => {
  expect(() => createMockService({ seed: undefined, unknown: undefined } as object)).not.toThrow();
});
