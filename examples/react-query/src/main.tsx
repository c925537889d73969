/** The real page: its client uses the proxy on your server, which adds the key. */
import { CallAnalysis } from "@call-analysis/sdk";
import { show } from "./show.tsx";

const baseUrl = `${location.origin}/call-analysis/v1`;
show(new CallAnalysis({ baseUrl, apiKey: "in-the-proxy", dangerouslyAllowBrowser: true }));
