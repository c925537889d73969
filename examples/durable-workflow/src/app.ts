/** The endpoint where the engine runs the functions' steps. */
import type { RequestListener } from "node:http";
import type { CallAnalysis, Journal } from "@call-analysis/sdk";
import { serve } from "inngest/node";
import { analyseRecording, inngest } from "./analyse-recording.ts";

export function createApp(sdk: CallAnalysis, journal: Journal): RequestListener {
  return serve({ client: inngest, functions: [analyseRecording(sdk, journal)] });
}
