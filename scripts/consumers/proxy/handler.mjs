// The proxy of every runtime here. Users sign in by their name: `Authorization: Bearer asha`.
import { createProxyHandler } from "@call-analysis/sdk/proxy";

/** @param origin the service's */
export function handlerFor(origin) {
  return createProxyHandler({
    apiKey: "test-key",
    baseUrl: `${origin}/v1`,
    campaignBaseUrl: origin,
    basePath: "/call-analysis",
    secret: "only-the-server-knows-this-text-0123456789",
    allow: [
      "listAgents",
      "createAgent",
      "listCategories",
      "getCategory",
      "createUploadUrl",
      "createCall",
      "getCallAnalysis",
    ],
    maxBodyBytes: 10_000,
    // Longer than the tests: what ends earlier was ended by something else.
    timeoutMs: 600_000,
    stampUdfs: ({ userId }) => ({ userId }),
    authorize: ({ headers }) => {
      const [, userId] = /^Bearer ([a-z]+)$/.exec(headers.get("authorization") ?? "") ?? [];
      return userId === undefined ? null : { userId };
    },
  });
}
