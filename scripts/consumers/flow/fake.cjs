// The client with the fake's own `fetch`, both by `require`.
const { createMockService } = require("@call-analysis/mock");
const { CallAnalysis, NotFoundError } = require("@call-analysis/sdk");

module.exports = async () => {
  const { wholeFlow } = await import("./whole-flow.mjs");
  const service = createMockService();
  return wholeFlow(new CallAnalysis({ ...service.clientOptions(), fetch: service.fetch }), { NotFoundError });
};
