import type { CallAnalysis } from "@call-analysis/sdk";
import { type FileJournal, spool } from "@call-analysis/sdk/node";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { problemOf } from "./problem.ts";

interface AppOptions {
  /** Has each submission by its key: its call, or that nobody knows whether there is one. */
  journal: FileJournal;
  /** Gets every error that is not the sender's own mistake. @default console.error */
  log?: (error: unknown) => void;
}

const maxSizeBytes = 500_000_000;

/** The whole application: `PUT /calls/KEY?memberId=&categoryId=&filename=` with the recording as its body. */
export function createApp(sdk: CallAnalysis, { journal, log = console.error }: AppOptions): Hono {
  const app = new Hono();

  app.put("/calls/:key", async (context) => {
    const { memberId, categoryId, filename = "recording.wav" } = context.req.query();
    if (!memberId || !categoryId) throw new HTTPException(400, { message: "Name memberId and categoryId." });
    if (Number(context.req.header("content-length")) > maxSizeBytes)
      throw new HTTPException(413, { message: "The recording is too large." });
    const body = context.req.raw.body;
    if (!body) throw new HTTPException(400, { message: "Send the recording as the body." });
    const file = await spool(body, { filename, maxSizeBytes });
    const key = context.req.param("key");
    // A recording that comes twice is one call. The key is with it, too: by it you find a call whose creation is uncertain.
    const call = { file, memberId, categoryId, udfs: { submission: key } };
    await sdk.calls.submitFile(call, { ledger: journal, key });
    return context.json({ key }, 202);
  });

  app.get("/calls/:key", async (context) => {
    const submission = await journal.find(context.req.param("key"));
    if (!submission) throw new HTTPException(404, { message: "There is no such submission." });
    if (!("callId" in submission)) {
      const isUncertain = submission.stage === "creating" && submission.uncertain;
      return context.json({ status: isUncertain ? "uncertain" : "submitting", score: null });
    }
    const { status, analysis } = await sdk.calls.getAnalysis(submission.callId);
    return context.json({ status, score: analysis?.score ?? null });
  });

  app.onError((error, context) => {
    const problem = problemOf(error);
    if (problem.status >= 500) log(error);
    return context.json({ error: problem.error }, problem.status);
  });
  return app;
}
