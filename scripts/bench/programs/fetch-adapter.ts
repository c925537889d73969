/** A list, from functions with the signature of `fetch`; its body is not read. */
import { createMockService } from "@call-analysis/mock";
import type { Sides } from "./repeat.ts";

const service = createMockService();
const { baseUrl, apiKey } = service.clientOptions();
const url = `${baseUrl}/agents`;
const init = { headers: { authorization: `Bearer ${apiKey}` } };

export const sides: Sides = {
  ours: async () => () => service.fetch(url, init),
  "bare pair": barePair,
};

async function barePair() {
  const text = await (await service.fetch(url, init)).text();
  const headers = { "content-type": "application/json" };
  return () => {
    const request = new Request(url, init);
    return new Response(text, { status: request.method === "GET" ? 200 : 405, headers }).text();
  };
}
