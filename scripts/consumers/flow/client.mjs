// The client over HTTP. Pages allow it to be there, for the test's key is no secret.
import { CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import { wholeFlow } from "./whole-flow.mjs";

/** @param baseUrl the service's */
export default (baseUrl) => {
  const sdk = new CallAnalysis({ apiKey: "test-key", baseUrl, dangerouslyAllowBrowser: true });
  return wholeFlow(sdk, { NotFoundError });
};
