import type { CallAnalysis } from "@call-analysis/sdk";
import { type FileJournal, spool } from "@call-analysis/sdk/node";
import busboy from "busboy";
import express, { type ErrorRequestHandler, type Express, type Request } from "express";
import { problemOf, RequestError } from "./problem.ts";

interface AppOptions {
  /** Has the call of each form's key, and the uncertain calls. */
  journal: FileJournal;
  /** Gets every error that is not the page's own mistake. @default console.error */
  log?: (error: unknown) => void;
  /** The largest accepted recording, in bytes. @default 500 MB */
  maxSizeBytes?: number;
}

/** The whole application. A test passes a client of the fake. */
export function createApp(
  sdk: CallAnalysis,
  { journal, log = console.error, maxSizeBytes = 500_000_000 }: AppOptions,
): Express {
  const app = express();

  // Answers once the call is created. Waiting for the analysis could take half an hour.
  app.post("/calls", async (request, response) => {
    const { key, ...call } = await recordingOf(request, maxSizeBytes);
    // A form sent twice creates one call. The key in its `udfs` helps you find it if it is uncertain.
    await sdk.calls.submitFile({ ...call, udfs: { submission: key } }, { journal, key });
    response.status(202).json({ key });
  });

  // The page polls this until the status is "completed".
  app.get("/calls/:key", async (request, response) => {
    const submission = await journal.find(request.params.key);
    if (!submission) {
      response.status(404).json({ error: "There is no such submission." });
      return;
    }
    if (submission.callId === undefined) {
      const status = submission.state === "uncertain" ? "uncertain" : "submitting";
      response.json({ status, score: null, outcome: null });
      return;
    }
    const { status, analysis } = await sdk.calls.getAnalysis(submission.callId);
    response.json({ status, score: analysis?.score ?? null, outcome: analysis?.outcomeLabel ?? null });
  });

  app.use(answerErrors(log));
  return app;
}

interface Upload {
  key: string;
  file: Awaited<ReturnType<typeof spool>>;
  memberId: string;
  categoryId: string;
}

/** The form's recording, in a temporary file that the upload removes, and the fields before it. */
function recordingOf(request: Request, maxSizeBytes: number): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let hasFile = false;
    const form = formParserOf(request, maxSizeBytes);
    form.on("field", (name, value) => {
      fields[name] = value;
    });
    form.on("file", (_name, stream, { filename, mimeType }) => {
      hasFile = true;
      // The form is cut off, or the sender disconnected: without a listener, this would end the process.
      stream.on("error", () => {});
      const { key, memberId, categoryId } = fields;
      if (!key || !memberId || !categoryId) {
        stream.resume();
        reject(new RequestError("Send key, memberId and categoryId, before the recording."));
        return;
      }
      const spooled = spool(stream, { filename, contentType: mimeType });
      spooled.then(
        (file) => resolve({ key, file, memberId, categoryId }),
        (error) => {
          // Discards the rest, so that the page gets the answer.
          stream.resume();
          reject(stream.truncated ? new RequestError("The recording is too large.", 413) : error);
        },
      );
    });
    form.on("close", () => hasFile || reject(new RequestError("The form has no recording.")));
    form.on("error", () => reject(new RequestError("The form ends in the middle.")));
    // The sender disconnected: removes the temporary file.
    request.on("close", () => request.complete || form.destroy());
    request.pipe(form);
  });
}

function formParserOf({ headers }: Request, fileSize: number): busboy.Busboy {
  try {
    return busboy({ headers, limits: { files: 1, fileSize } });
  } catch {
    throw new RequestError("Send a form of the type multipart/form-data.");
  }
}

function answerErrors(log: (error: unknown) => void): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const problem = problemOf(error);
    if (problem.status >= 500) log(error);
    response.status(problem.status).json({ error: problem.error });
  };
}
