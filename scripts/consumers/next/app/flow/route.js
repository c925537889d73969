import { CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import { wholeFlow } from "../../whole-flow.mjs";

let client;

/** Made for the first request, because `next build` loads this module where no key is. */
function getClient() {
  client ??= new CallAnalysis();
  return client;
}

export const dynamic = "force-dynamic";

export async function GET() {
  return Response.json(await wholeFlow(getClient(), { NotFoundError }));
}
