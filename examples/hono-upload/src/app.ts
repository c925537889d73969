import type { CallAnalysis } from "@call-analysis/sdk";
import { type FileJournal, spool } from "@call-analysis/sdk/node";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { problemOf } from "./problem.ts";

interface AppOptions {
  /** Has the call of each key, and the uncertain calls. */
  journal: FileJournal;
  /** Gets every error that is not the sender's own mistake. @default console.error */
  log?: (error: unknown) => void;
  /** The largest accepted recording, in bytes. @default 500 MB */
  maxSizeBytes?: number;
}

/** The whole application: `PUT /calls/KEY?memberId=&categoryId=&filename=` with the recording as its body. */
export function createApp(
  sdk: CallAnalysis,
  { journal, log = console.error, maxSizeBytes = 500_000_000 }: AppOptions,
): Hono {
  const app = new Hono();

  app.put("/calls/:key", async (context) => {
    const { memberId, categoryId, filename = "recording.wav" } = context.req.query();
    if (!memberId || !categoryId) throw new HTTPException(400, { message: "Name memberId and categoryId." });
    if (Number(context.req.header("content-length")) > maxSizeBytes) throw tooLarge();
    const body = context.req.raw.body;
    if (!body) throw new HTTPException(400, { message: "Send the recording as the body." });
    const file = await spool(limited(body, maxSizeBytes), { filename });
    const key = context.req.param("key");
    // A recording sent twice creates one call. The key in its `udfs` helps you find it if it is uncertain.
    const call = { file, memberId, categoryId, udfs: { submission: key } };
    await sdk.calls.submitFile(call, { journal, key });
    return context.json({ key }, 202);
  });

  app.get("/calls/:key", async (context) => {
    const submission = await journal.find(context.req.param("key"));
    if (!submission) throw new HTTPException(404, { message: "There is no such submission." });
    if (submission.callId === undefined) {
      const status = submission.state === "uncertain" ? "uncertain" : "submitting";
      return context.json({ status, score: null });
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

/** The bytes of a body, up to the limit: a request may omit its length. */
async function* limited(body: ReadableStream<Uint8Array>, maxSizeBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxSizeBytes) throw tooLarge();
    yield chunk;
  }
}

function tooLarge(): HTTPException {
  return new HTTPException(413, { message: "The recording is too large." });
}
