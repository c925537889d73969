const { createMockService } = require("@call-analysis/mock");
const { CallAnalysis, RateLimitError } = require("@call-analysis/sdk");
const { review } = require("../src/review.js");

const service = createMockService();
const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch });
const recording = new Blob(["the bytes of a recording"], { type: "audio/wav" });

beforeEach(() => service.reset());

test("a good call is praised, and a weak one is for coaching", async () => {
  service.engine.when({ filename: "call.wav" }).complete({ score: 91 });
  expect(await review(sdk, recording, "asha.verma@example.com")).toBe("praise");
  service.engine.when({ filename: "call.wav" }).complete({ score: 40 });
  expect(await review(sdk, recording, "asha.verma@example.com")).toBe("coach");
});

test("when the service stays busy, the error says for how long", async () => {
  service.faults.inject({ operation: "listCategories", status: 429, retryAfter: 3_600 });
  const error = await review(sdk, recording, "asha.verma@example.com").catch((error) => error);
  expect(RateLimitError.is(error)).toBe(true);
  expect(error.retryAfterMs).toBe(3_600_000);
});
