/** What runs in the page: uploads that its test starts and looks into. */
import { CallAnalysis, type UploadProgress } from "@call-analysis/sdk";
import { HttpResponse, http, passthrough } from "msw";
import { setupWorker } from "msw/browser";

export interface Upload {
  sizeBytes: number;
  /** Whether someone listens to the progress. */
  hearsProgress: boolean;
  /** Aborts once so many bytes are sent. */
  abortAtBytes?: number;
}

/** What came of an upload; errors do not travel between page and test. */
export interface Uploaded {
  outcome: Record<string, unknown>;
  progress: UploadProgress[];
}

/** A PUT as msw's worker saw it. */
export interface SeenPut {
  url: string;
  contentType: string | null;
  sizeBytes: number;
}

interface Page {
  upload: typeof upload;
  analyze: typeof analyze;
  startWorker: typeof startWorker;
  seen: SeenPut[];
  /** What the upload that is under way has reported last. */
  sentBytes: number;
}

const seen: SeenPut[] = [];

function client(): CallAnalysis {
  const baseUrl = `${location.origin}/v1`;
  return new CallAnalysis({ apiKey: "key-of-the-test", baseUrl, dangerouslyAllowBrowser: true });
}

async function upload({
  sizeBytes,
  hearsProgress,
  abortAtBytes = Number.POSITIVE_INFINITY,
}: Upload): Promise<Uploaded> {
  const progress: UploadProgress[] = [];
  const controller = new AbortController();
  const listen = (step: UploadProgress) => {
    progress.push(step);
    window.page.sentBytes = step.sentBytes;
    if (step.sentBytes >= abortAtBytes) controller.abort();
  };
  const file = new File([new Uint8Array(sizeBytes).fill(7)], "call.wav");
  const onProgress = hearsProgress ? listen : undefined;
  const uploading = client().calls.upload(file, { onProgress, signal: controller.signal });
  const outcome = await uploading.then(
    (recording) => ({ ...recording }),
    (error) => error.toJSON(),
  );
  return { outcome, progress };
}

async function analyze(): Promise<string> {
  const file = new File(["RIFF"], "call.wav", { type: "audio/wav" });
  const poll = { initialDelayMs: 0 };
  const { status } = await client().calls.analyzeFile({ file, memberId: "m", categoryId: "c" }, { poll });
  return status;
}

/** Puts msw's worker between the page and the network; it answers PUTs itself when told to. */
async function startWorker(answersItself: boolean): Promise<void> {
  const onPut = http.put("*/store/*", async ({ request }) => {
    const { url, headers } = request;
    const { byteLength } = await request.clone().arrayBuffer();
    seen.push({ url, contentType: headers.get("content-type"), sizeBytes: byteLength });
    return answersItself ? new HttpResponse(null, { status: 200 }) : passthrough();
  });
  await setupWorker(onPut).start({ quiet: true, onUnhandledFrame: "bypass" });
}

declare global {
  interface Window {
    page: Page;
  }
}

window.page = { upload, analyze, startWorker, seen, sentBytes: 0 };
