/** Serves the functions. The client reads CALL_ANALYSIS_BASE_URL and CALL_ANALYSIS_API_KEY. */
import { createServer } from "node:http";
import { CallAnalysis } from "@call-analysis/sdk";
import { createApp } from "./app.ts";
import { SqliteLedger } from "./ledger.ts";

const ledger = new SqliteLedger(process.env.LEDGER ?? "creations.db");
createServer(createApp(new CallAnalysis(), ledger)).listen(3000, "127.0.0.1");
console.log("http://127.0.0.1:3000/api/inngest");
