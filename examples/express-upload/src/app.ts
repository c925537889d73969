import { randomUUID } from "node:crypto";
import { type CallAnalysis, type ResumeToken, SubmissionUncertainError } from "@call-analysis/sdk";
import { spool } from "@call-analysis/sdk/node";
import busboy from "busboy";
import express, { type ErrorRequestHandler, type Express, type Request } from "express";
import { problemOf, RequestError } from "./problem.ts";

const maxSizeBytes = 500_000_000;

/** What the application keeps of a submission: the call, or the token of a creation that is uncertain. */
type Submission = { callId: string } | { uncertain: ResumeToken };

interface AppOptions {
  /** Gets every error that is not the page's own mistake. @default console.error */
  log?: (error: unknown) => void;
}

/** The whole application. The client is passed in, so that a test can pass one that talks to the fake. */
export function createApp(sdk: CallAnalysis, { log = console.error }: AppOptions = {}): Express {
  const app = express();
  // By the id that the page gets. Put your database in its place.
  const submissions = new Map<string, Submission>();

  // Answers when the call is created. Waiting for the analysis here could take half an hour.
  app.post("/calls", async (request, response) => {
    const { file, memberId, categoryId } = await recordingOf(request);
    const id = randomUUID();
    try {
      // The id is with the call, too: whoever settles an uncertain creation finds the call by it.
      const { callId } = await sdk.calls.submitFile({ file, memberId, categoryId, udfs: { submission: id } });
      submissions.set(id, { callId });
      response.status(202).json({ id });
    } catch (error) {
      if (!SubmissionUncertainError.is(error) || !error.resume) throw error;
      submissions.set(id, { uncertain: error.resume });
      log(error);
      const problem = problemOf(error);
      response.status(problem.status).json({ id, error: problem.error });
    }
  });

  // The page asks here until the status is "completed".
  app.get("/calls/:id", async (request, response) => {
    const submission = submissions.get(request.params.id);
    if (!submission) {
      response.status(404).json({ error: "There is no such submission." });
      return;
    }
    if ("uncertain" in submission) {
      response.json({ status: "uncertain", score: null, outcome: null });
      return;
    }
    const { status, analysis } = await sdk.calls.getAnalysis(submission.callId);
    response.json({ status, score: analysis?.score ?? null, outcome: analysis?.outcomeLabel ?? null });
  });

  app.use(answerErrors(log));
  return app;
}

interface Upload {
  file: Awaited<ReturnType<typeof spool>>;
  memberId: string;
  categoryId: string;
}

/** The form's recording, in a temporary file that the upload removes, and the fields that came before it. */
function recordingOf(request: Request): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let hasFile = false;
    const form = formParserOf(request);
    form.on("field", (name, value) => {
      fields[name] = value;
    });
    form.on("file", (_name, stream, { filename, mimeType }) => {
      hasFile = true;
      const { memberId, categoryId } = fields;
      if (!memberId || !categoryId) {
        stream.resume();
        reject(new RequestError("Send memberId and categoryId, before the recording."));
        return;
      }
      const options = { filename, contentType: mimeType, maxSizeBytes };
      spool(stream, options).then((file) => resolve({ file, memberId, categoryId }), reject);
    });
    form.on("close", () => hasFile || reject(new RequestError("The form has no recording.")));
    form.on("error", () => reject(new RequestError("The form ends in the middle.")));
    // The sender has gone: what was spooled is removed.
    request.on("close", () => request.complete || form.destroy());
    request.pipe(form);
  });
}

function formParserOf({ headers }: Request): busboy.Busboy {
  try {
    return busboy({ headers, limits: { files: 1 } });
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
