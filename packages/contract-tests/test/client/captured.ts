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

/** A client whose requests are kept, and answered by `answer`. */
export function capturingClient(answer: (request: Captured) => Response | Promise<Response>) {
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
      return answer(one);
    },
  });
  return { sdk, captured };
}
