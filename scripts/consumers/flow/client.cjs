// The client by `require`, over HTTP.
const { CallAnalysis, NotFoundError } = require("@call-analysis/sdk");

/** @param baseUrl the service's */
module.exports = async (baseUrl) => {
  const { wholeFlow } = await import("./whole-flow.mjs");
  return wholeFlow(new CallAnalysis({ apiKey: "test-key", baseUrl }), { NotFoundError });
};
