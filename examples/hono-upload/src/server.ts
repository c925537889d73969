import { CallAnalysis } from "@call-analysis/sdk";
import { serve } from "@hono/node-server";
import { createApp } from "./app.ts";

// Reads CALL_ANALYSIS_BASE_URL and CALL_ANALYSIS_API_KEY.
serve({ fetch: createApp(new CallAnalysis()).fetch, port: 3000, hostname: "127.0.0.1" });
console.log("http://127.0.0.1:3000");
