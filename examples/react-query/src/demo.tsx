/** The page without a server: the fake runs in it, behind msw's worker. Its data lasts as long as the page. */
import { startMockWorker } from "@call-analysis/mock/browser";
import { CallAnalysis } from "@call-analysis/sdk";
import { show } from "./show.tsx";

const { service } = await startMockWorker({
  // Like the real proxy, a URL on this page's origin.
  baseUrl: `${location.origin}/call-analysis/v1`,
  progression: { mode: "time", processingMs: 3_000, pendingMs: 5_000 },
});
show(new CallAnalysis({ ...service.clientOptions(), dangerouslyAllowBrowser: true }));
