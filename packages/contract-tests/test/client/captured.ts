import { CallAnalysis } from "@call-analysis/sdk";

/** A request as the client sent it. */
export interface Captured {
  method: string;
  url: URL;
  headers: Headers;
  text: string;
}

export const apiKey = "captured-key";
export const campaignApiKey = "captured-campaign-key";

/** A client whose requests are captured. `respond` makes the responses. */
export function capturingClient(respond: (request: Captured) => Response | Promise<Response>) {
  const captured: Captured[] = [];
  const sdk = new CallAnalysis({
    apiKey,
    campaignApiKey,
    baseUrl: "https://interface.test/v1",
    campaignBaseUrl: "https://campaigns.test",
    retry: false,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { method, url, headers } = request;
      const one = { method, url: new URL(url), headers, text: await request.text() };
      captured.push(one);
      return respond(one);
    },
  });
  return { sdk, captured };
}
