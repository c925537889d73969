import { randomUUID } from "node:crypto";
import { type CallAnalysis, type ResumeToken, SubmissionUncertainError } from "@call-analysis/sdk";
import { spool } from "@call-analysis/sdk/node";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { problemOf } from "./problem.ts";

/** What the application keeps of a submission: the call, or the token of a creation that is uncertain. */
type Submission = { callId: string } | { uncertain: ResumeToken };

interface AppOptions {
  /** Gets every error that is not the sender's own mistake. @default console.error */
  log?: (error: unknown) => void;
}

/** The whole application: `POST /calls?memberId=&categoryId=&filename=` with the recording as its body. */
export function createApp(sdk: CallAnalysis, { log = console.error }: AppOptions = {}): Hono {
  const app = new Hono();
  // By the id that the sender gets. Put your database in its place.
  const submissions = new Map<string, Submission>();

  app.post("/calls", async (context) => {
    const { memberId, categoryId, filename = "recording.wav" } = context.req.query();
    if (!memberId || !categoryId) throw new HTTPException(400, { message: "Name memberId and categoryId." });
    const body = context.req.raw.body;
    if (!body) throw new HTTPException(400, { message: "Send the recording as the body." });
    const file = await spool(body, { filename, maxSizeBytes: 500_000_000 });
    const id = randomUUID();
    try {
      // The id is with the call, too: whoever settles an uncertain creation finds the call by it.
      const { callId } = await sdk.calls.submitFile({ file, memberId, categoryId, udfs: { submission: id } });
      submissions.set(id, { callId });
      return context.json({ id }, 202);
    } catch (error) {
      if (!SubmissionUncertainError.is(error) || !error.resume) throw error;
      submissions.set(id, { uncertain: error.resume });
      log(error);
      return context.json({ id, error: problemOf(error).error }, 502);
    }
  });

  app.get("/calls/:id", async (context) => {
    const submission = submissions.get(context.req.param("id"));
    if (!submission) throw new HTTPException(404, { message: "There is no such submission." });
    if ("uncertain" in submission) return context.json({ status: "uncertain", score: null });
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
