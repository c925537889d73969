/** A one-page application: it passes a recording on to the service, and the page polls the status. */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { CallAnalysis, CallAnalysisError, ConfigurationError } from "@call-analysis/sdk";

// Reads CALL_ANALYSIS_BASE_URL and CALL_ANALYSIS_API_KEY.
const sdk = new CallAnalysis();
const port = Number(process.env.PORT ?? 3000);
const page = await readFile(new URL("page.html", import.meta.url));

createServer(async (request, response) => {
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  try {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, collection, callId] = pathname.split("/");
    if (pathname === "/") response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    else if (pathname === "/agents") answer(200, await sdk.agents.list());
    else if (pathname === "/categories") answer(200, await sdk.categories.list());
    else if (collection === "calls" && callId) answer(200, await statusOf(decodeURIComponent(callId)));
    else if (collection === "calls" && request.method === "POST") answer(202, await submit(request, searchParams));
    else answer(404, { error: "There is nothing here." });
  } catch (error) {
    if (!CallAnalysisError.is(error)) console.error(error);
    const status = ConfigurationError.is(error) ? 400 : 502;
    answer(
      status,
      CallAnalysisError.is(error) ? { error: error.message, code: error.code } : { error: "See the log." },
    );
  }
}).listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));

/** Streams the body to the store. A page sends its size; a body without one must be written to a file first. */
async function submit(request: IncomingMessage, fields: URLSearchParams): Promise<{ callId: string }> {
  const { callId } = await sdk.calls.submitFile({
    file: { stream: Readable.toWeb(request), sizeBytes: Number(request.headers["content-length"]) },
    filename: fields.get("filename") ?? "recording.wav",
    contentType: request.headers["content-type"] ?? "audio/wav",
    memberId: fields.get("memberId") ?? "",
    categoryId: fields.get("categoryId") ?? "",
  });
  return { callId };
}

async function statusOf(callId: string) {
  const { status, analysis } = await sdk.calls.getAnalysis(callId);
  return { status, score: analysis?.score, outcome: analysis?.outcomeLabel };
}
