import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { listening } from "../control/listening.js";

test.each([
  ["upload", { upload: { bytesPerSecnd: 5 } }, "upload.bytesPerSecnd", "bytesPerSecond"],
  ["upload", { upload: { cutAfterByte: 5 } }, "upload.cutAfterByte", "cutAfterBytes"],
  ["upload", { upload: { cutAfterBytes: 5, bites: 1 } }, "upload.bites", "cutAfterBytes"],
  ["latencyMs", { latencyMs: { medianMs: 5, sgma: 1 } }, "latencyMs.sgma", "sigma"],
  ["a step", { sequence: [{ latencyMs: { median: 5, sigma: 1 } }] }, "sequence[0].latencyMs.median", "medianMs"],
])(
  "an unknown field inside of %s of a fault is a TypeError, and 400 over HTTP: %j",
  async (_, fault, path, nearest) => {
    const service = createMockService();
    const message = `is not known here; the nearest known name is ${nearest}`;
    // @ts-expect-error the field is misspelt
    const inject = () => service.faults.inject(fault);
    expect(inject).toThrow(TypeError);
    expect(inject).toThrow(`${path}: ${message}`);
    const { control } = await listening();
    const reply = await control("POST", "/faults", fault);
    expect([reply.status, reply.body.error.fields]).toEqual([400, [{ path, message }]]);
  },
);

test.each([
  ["/faults", { operation: "creatCall", status: 503 }, "operation", "createCall"],
  ["/faults", { network: "rest" }, "network", "reset"],
  ["/gates", { operation: "creatCall" }, "operation", "createCall"],
  ["/overrides", { operation: "listAgent", status: 500 }, "operation", "listAgents"],
])("a misspelt word in %s is told with the one that was meant: %j", async (path, body, field, meant) => {
  const { control } = await listening();
  const reply = await control("POST", path, body);
  expect(reply.status).toBe(400);
  expect(reply.body.error.fields).toEqual([
    { path: field, message: expect.stringMatching(`did you mean ${meant}\\?$`) },
  ]);
});

test("a misspelt operation of a gate or an override is told with the one that was meant", () => {
  const service = createMockService();
  // @ts-expect-error the operation is misspelt
  expect(() => service.hold("creatCall")).toThrow("did you mean createCall?");
  // @ts-expect-error the operation is misspelt
  expect(() => service.use("listAgent", () => new Response(null))).toThrow("did you mean listAgents?");
});

test("a word that is like no other is told with all of them, and no guess", async () => {
  const { control } = await listening();
  const reply = await control("POST", "/gates", { operation: "transcribe" });
  expect(reply.body.error.fields[0].message).toMatch(/^must be one of listAgents, .*readRecording$/);
});

test("two forms of an upload fault at once are a wrong value, not an unknown field", () => {
  const service = createMockService();
  const inject = () => service.faults.inject({ upload: { bytesPerSecond: 1, cutAfterBytes: 1 } });
  expect(inject).toThrow("upload: must be { bytesPerSecond } greater than 0, or { cutAfterBytes }");
});

test.each([
  [{ uploadStatus: 700 }, "policies.uploadStatus"],
  [{ maxRecordingBytes: -1 }, "policies.maxRecordingBytes"],
  [{ criterionResults: { met: "Yes" } }, "policies.criterionResults.partly"],
  [{ rateLimit: { limit: 1 } }, "policies.rateLimit.windowMs"],
])("a policy with a value that it cannot have is a TypeError that names it: %j", (policies, path) => {
  const options = { policies } as object;
  expect(() => createMockService(options)).toThrow(TypeError);
  expect(() => createMockService(options)).toThrow(`${path}: `);
  expect(() => createMockService({ scenario: options })).toThrow(TypeError);
});
