import { type CallAnalysis, CallAnalysisError } from "@call-analysis/sdk";
import { spool } from "@call-analysis/sdk/node";
import { Hono } from "hono";

/** The whole application: `POST /calls?memberId=&categoryId=&filename=` with the recording as its body. */
export function createApp(sdk: CallAnalysis): Hono {
  const app = new Hono();

  app.post("/calls", async (context) => {
    const { memberId = "", categoryId = "", filename = "recording.wav" } = context.req.query();
    const body = context.req.raw.body;
    if (!body) return context.json({ error: "Send the recording as the body." }, 400);
    const file = await spool(body, { filename, maxSizeBytes: 500_000_000 });
    const { callId } = await sdk.calls.submitFile({ file, memberId, categoryId });
    return context.json({ callId }, 202);
  });

  app.get("/calls/:callId", async (context) => {
    const { status, analysis } = await sdk.calls.getAnalysis(context.req.param("callId"));
    return context.json({ status, score: analysis?.score ?? null });
  });

  app.onError((error, context) => {
    const message = CallAnalysisError.is(error) ? error.message : "Something went wrong.";
    return context.json({ error: message }, 502);
  });
  return app;
}
