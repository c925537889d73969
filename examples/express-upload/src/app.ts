import { type CallAnalysis, CallAnalysisError, ConfigurationError } from "@call-analysis/sdk";
import { spool } from "@call-analysis/sdk/node";
import busboy from "busboy";
import express, { type ErrorRequestHandler, type Express, type Request } from "express";

const maxSizeBytes = 500_000_000;

/** The whole application. The client is handed in, so that a test can hand in one that talks to the fake. */
export function createApp(sdk: CallAnalysis): Express {
  const app = express();

  // Answers when the call is created. Waiting for the analysis here could take half an hour.
  app.post("/calls", async (request, response) => {
    const { file, fields } = await recordingOf(request);
    const { memberId = "", categoryId = "" } = fields;
    const { callId } = await sdk.calls.submitFile({ file, memberId, categoryId });
    response.status(202).json({ callId });
  });

  // The page asks here until the status is "completed".
  app.get("/calls/:callId", async (request, response) => {
    const { status, analysis } = await sdk.calls.getAnalysis(request.params.callId);
    response.json({ status, score: analysis?.score ?? null, outcome: analysis?.outcomeLabel ?? null });
  });

  app.use(answerErrors);
  return app;
}

interface Upload {
  file: Awaited<ReturnType<typeof spool>>;
  fields: Record<string, string>;
}

/** The form's recording, in a temporary file that the upload removes, and the fields that came before it. */
function recordingOf(request: Request): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let hasFile = false;
    const form = busboy({ headers: request.headers, limits: { files: 1 } });
    form.on("field", (name, value) => {
      fields[name] = value;
    });
    form.on("file", (_name, stream, { filename, mimeType }) => {
      hasFile = true;
      const options = { filename, contentType: mimeType, maxSizeBytes };
      spool(stream, options).then((file) => resolve({ file, fields }), reject);
    });
    form.on("close", () => hasFile || reject(new Error("The form has no recording.")));
    form.on("error", reject);
    // The sender has gone: what was spooled is removed.
    request.on("close", () => request.complete || form.destroy());
    request.pipe(form);
  });
}

const answerErrors: ErrorRequestHandler = (error, _request, response, _next) => {
  if (!CallAnalysisError.is(error) || ConfigurationError.is(error)) {
    response.status(400).json({ error: error.message });
    return;
  }
  // The client's errors contain no keys. `resume` is what a job can go on from: `sdk.calls.resume(token)`.
  response.status(502).json({ error: error.message, resume: error.resume ?? null });
};
