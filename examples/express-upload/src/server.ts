import { CallAnalysis } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { createApp } from "./app.ts";

// Reads CALL_ANALYSIS_BASE_URL and CALL_ANALYSIS_API_KEY.
const app = createApp(new CallAnalysis(), { journal: fileJournal("submissions.journal") });
app.listen(3000, "127.0.0.1", () => console.log("http://127.0.0.1:3000"));
