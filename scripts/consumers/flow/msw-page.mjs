// A page with the fake behind msw's service worker, and the client with the page's own `fetch`.
import { startMockWorker } from "@call-analysis/mock/browser";
import { CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import { wholeFlow } from "./whole-flow.mjs";

export default async () => {
  const { service, stop } = await startMockWorker();
  const sdk = new CallAnalysis({ ...service.clientOptions(), dangerouslyAllowBrowser: true });
  const result = await wholeFlow(sdk, { NotFoundError });
  stop();
  return result;
};
