// The fake as a server in this process, and the client over HTTP.
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import { wholeFlow } from "./whole-flow.mjs";

export default async () => {
  const service = createMockService();
  const server = await serve(service, { port: 0 });
  const result = await wholeFlow(new CallAnalysis(service.clientOptions()), { NotFoundError });
  await server.close();
  return result;
};
