import type { JournalEntry } from "@call-analysis/mock";
import { visibleJson } from "./literal.ts";
import { bodyText, takesKey } from "./recorded-request.ts";

/**
 * The request as a command for a POSIX shell. The journal has no keys: it takes one from the environment.
 *
 * @param origin where the fake is
 */
export function curlCommand(entry: JournalEntry, origin: string): string {
  const { method, path, operation, organizationId, request } = entry;
  if (operation === "uploadRecording") return uploadCommand(entry);
  const parts = [methodFlag(method), quoted(`${origin}${path}`)];
  if (takesKey(entry) && organizationId !== null)
    parts.push(`-H "Authorization: Bearer \${CALL_ANALYSIS_API_KEY:-test-key}"`);
  const text = bodyText(entry);
  if (text !== null) {
    if (request.contentType !== null) parts.push(`-H ${quoted(`Content-Type: ${request.contentType}`)}`);
    parts.push(`--data-raw ${quoted(typeof request.content === "string" ? text : visibleJson(request.content))}`);
  }
  const command = `curl ${parts.filter((part) => part !== "").join(" \\\n  ")}`;
  return request.isCut ? `# The journal has only the beginning of the body.\n${command}` : command;
}

function methodFlag(method: string): string {
  if (method === "GET") return "";
  return method === "HEAD" ? "--head" : `-X ${quoted(method)}`;
}

/** The journal has neither the recording nor the signature. */
function uploadCommand({ request: { contentType } }: JournalEntry): string {
  const type = quoted(`Content-Type: ${contentType ?? "application/octet-stream"}`);
  return [
    "# The journal has no signatures. Get an upload URL with createUploadUrl, and put it in PRESIGNED_URL.",
    `curl -X PUT "$PRESIGNED_URL" \\\n  -H ${type} \\\n  --data-binary @recording.wav`,
  ].join("\n");
}

/** In single quotes nothing has a meaning for the shell. A quote itself stands between two such texts. */
export function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
