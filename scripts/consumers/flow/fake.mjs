// The client with the fake's own `fetch`.
import { createMockService } from "@call-analysis/mock";
import { CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import { wholeFlow } from "./whole-flow.mjs";

export default () => {
  const service = createMockService();
  const options = { ...service.clientOptions(), fetch: service.fetch, dangerouslyAllowBrowser: true };
  return wholeFlow(new CallAnalysis(options), { NotFoundError });
};
