/** Serves the functions. The client reads CALL_ANALYSIS_BASE_URL and CALL_ANALYSIS_API_KEY. */
import { createServer } from "node:http";
import { CallAnalysis } from "@call-analysis/sdk";
import { createApp } from "./app.ts";
import { SqliteJournal } from "./journal.ts";

const journal = new SqliteJournal(process.env.JOURNAL ?? "creations.db");
createServer(createApp(new CallAnalysis(), journal)).listen(3000, "127.0.0.1");
console.log("http://127.0.0.1:3000/api/inngest");
