import { CallAnalysis } from "@call-analysis/sdk";
import { createApp } from "./app.ts";

// Reads CALL_ANALYSIS_BASE_URL and CALL_ANALYSIS_API_KEY.
createApp(new CallAnalysis()).listen(3000, "127.0.0.1", () => console.log("http://127.0.0.1:3000"));
