// A consumer's tests with msw. The client is created before the server listens.
import { createMockService } from "@call-analysis/mock";
import { createHandlers } from "@call-analysis/mock/msw";
import { CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { wholeFlow } from "./whole-flow.mjs";

export default async () => {
  // The campaign interface has no path, so its host is shared with what is the test suite's own.
  const service = createMockService({ campaignBaseUrl: "https://acme.test" });
  const sdk = new CallAnalysis(service.clientOptions());
  const own = http.get("https://acme.test/*", () => HttpResponse.json("own"));
  const server = setupServer(...createHandlers(service), own);
  server.listen();

  const result = await wholeFlow(sdk, { NotFoundError });
  const [campaign] = service.db.campaigns.list();
  const { success } = await sdk.campaigns.addProspect(campaign.id, { name: "Ravi", phone: "1" });
  const shared = [success, await (await fetch("https://acme.test/v1/login")).json()];
  server.close();
  return { ...result, shared };
};
