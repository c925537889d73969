import "server-only";
import { CallAnalysis } from "@call-analysis/sdk";
import { createProxyHandler, type ProxyHandler } from "@call-analysis/sdk/proxy";
import { currentUser } from "./session.ts";
import { appSecret } from "./signature.ts";

let client: CallAnalysis | undefined;
let proxy: ProxyHandler | undefined;

/**
 * The server's client, created on first use, because `next build` loads every route and has no key.
 * It reads CALL_ANALYSIS_BASE_URL and CALL_ANALYSIS_API_KEY.
 */
export function callAnalysis(): CallAnalysis {
  client ??= new CallAnalysis();
  return client;
}

/** The proxy for the page's client. It reads the same variables, and adds the key. */
export function callAnalysisProxy(): ProxyHandler {
  proxy ??= createProxyHandler({
    basePath: "/call-analysis",
    secret: appSecret(),
    allow: ["createUploadUrl", "createCall", "getCallAnalysis"],
    authorize: currentUser,
    stampUdfs: ({ userId }) => ({ createdBy: userId }),
  });
  return proxy;
}
